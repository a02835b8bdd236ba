using System.Diagnostics.Metrics;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using StackExchange.Redis;

namespace DroneDelivery.ServiceDefaults.Redis;

/// <summary>
/// The only connection of the process to Redis. Commands of all threads are pipelined over it. The first command opens the
/// connection, and a lost connection is restored automatically. Each loss and each recovery is logged once.
/// </summary>
public sealed class RedisConnection : IAsyncDisposable
{
    public const string MeterName = "DroneDelivery.Redis";

    private readonly Lock _gate = new();
    private readonly RedisOptions _options;
    private readonly ConfigurationOptions _configuration;
    private readonly ILogger _logger;
    private readonly TimeProvider _time;
    private Task<ConnectionMultiplexer>? _connecting;
    private volatile bool _isLost;

    public RedisConnection(
        IOptions<RedisOptions> options,
        ServiceIdentity identity,
        ILogger<RedisConnection> logger,
        IMeterFactory meters,
        TimeProvider time)
    {
        (_options, _logger, _time) = (options.Value, logger, time);
        _configuration = Configure(_options, identity.Name);
        meters.Create(MeterName).CreateObservableGauge(
            $"{identity.Name}.redis.lost", () => IsLost ? 1 : 0, description: "1 while Redis does not answer, else 0.");
    }

    public string Address => _options.Address;

    /// <summary>
    /// Whether the latest command failed or received no response in time. The next successful response resets it.
    /// </summary>
    public bool IsLost => _isLost;

    /// <exception cref="RedisLostException">
    /// Redis is not reachable, did not respond in time, or responded with an error, and the command may have been executed; or
    /// the process is stopping.
    /// </exception>
    public async Task<T> AskAsync<T>(Func<IDatabase, Task<T>> question, CancellationToken cancellationToken)
    {
        try
        {
            // The connection attempt ends within its own timeout, whether or not Redis is reachable.
            var connection = await ConnectAsync().WaitAsync(cancellationToken);
            var answer = await AskAsync(connection.GetDatabase(), question)
                .WaitAsync(_options.AnswerTimeout, _time, cancellationToken);
            SetLost(null);
            return answer;
        }
        catch (Exception exception) when (exception is RedisException or TimeoutException)
        {
            SetLost(exception);
            throw new RedisLostException($"Redis at {Address} does not answer: {exception.Message}", exception);
        }
        catch (ObjectDisposedException exception)
        {
            throw new RedisLostException($"The connection to Redis at {Address} was closed.", exception);
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (_connecting is { } connecting)
        {
            await (await connecting).CloseAsync();
        }
    }

    private static async Task<T> AskAsync<T>(IDatabase redis, Func<IDatabase, Task<T>> question)
    {
        try
        {
            return await question(redis);
        }
        catch (RedisServerException exception) when (exception.Message.StartsWith("NOSCRIPT", StringComparison.Ordinal))
        {
            // Redis was restarted. By now, the client has cleared its list of the scripts that it had sent, and sends this script
            // again.
            return await question(redis);
        }
    }

    private Task<ConnectionMultiplexer> ConnectAsync()
    {
        if (_connecting is { } connecting)
        {
            return connecting;
        }

        lock (_gate)
        {
            return _connecting ??= ConnectionMultiplexer.ConnectAsync(_configuration);
        }
    }

    private static ConfigurationOptions Configure(RedisOptions options, string clientName)
    {
        var configuration = new ConfigurationOptions
        {
            // The client keeps trying to connect, even if Redis is not reachable at the start.
            AbortOnConnectFail = false,
            // A command without a connection fails at once: a queued command would be executed after its caller has stopped
            // waiting.
            BacklogPolicy = BacklogPolicy.FailFast,
            ClientName = clientName,
            // Nothing here subscribes. Without subscriptions, the client opens one connection instead of two.
            CommandMap = CommandMap.Create(["SUBSCRIBE"], available: false),
            ConnectRetry = 1,
            // The limits of the client itself must not be shorter than the configured one.
            ConnectTimeout = Math.Max(1_000, (int)options.AnswerTimeout.TotalMilliseconds),
            AsyncTimeout = Math.Max(5_000, (int)options.AnswerTimeout.TotalMilliseconds),
        };
        options.ApplyTo(configuration);
        return configuration;
    }

    /// <param name="failure">Null after an answer.</param>
    private void SetLost(Exception? failure)
    {
        if (_isLost == (failure is not null))
        {
            return;
        }

        lock (_gate)
        {
            if (_isLost == (failure is not null))
            {
                return;
            }

            _isLost = failure is not null;
            if (failure is null)
            {
                Log.RedisBack(_logger, Address);
            }
            else
            {
                Log.RedisLost(_logger, Address, failure.Message);
            }
        }
    }
}

/// <summary>
/// Redis is not reachable, did not respond in time, or responded with an error, so that its data is not available.
/// </summary>
public sealed class RedisLostException(string message, Exception cause) : StoreException(message, cause);
