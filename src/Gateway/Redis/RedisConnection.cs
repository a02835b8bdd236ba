using System.Diagnostics.Metrics;
using Microsoft.Extensions.Options;
using StackExchange.Redis;

namespace DroneDelivery.Gateway.Redis;

/// <summary>
/// The process's one connection to Redis. Questions of all threads are pipelined over it. It is opened by the first of them,
/// comes back by itself after a loss, and says in the log when it is lost and when it is back, once each.
/// </summary>
internal sealed class RedisConnection : IAsyncDisposable
{
    public const string MeterName = "DroneDelivery.Gateway.Redis";

    private readonly Lock _gate = new();
    private readonly RedisOptions _options;
    private readonly ILogger _logger;
    private readonly TimeProvider _time;
    private Task<ConnectionMultiplexer>? _connecting;
    private volatile bool _isLost;

    public RedisConnection(
        IOptions<RedisOptions> options, ILogger<RedisConnection> logger, IMeterFactory meters, TimeProvider time)
    {
        (_options, _logger, _time) = (options.Value, logger, time);
        meters.Create(MeterName).CreateObservableGauge(
            "gateway.redis.lost", () => IsLost ? 1 : 0, description: "1 while Redis does not answer, else 0.");
    }

    public string Address => _options.Address;

    /// <summary>Whether the latest question was not answered. The next one that is answered ends it.</summary>
    public bool IsLost => _isLost;

    /// <exception cref="RedisLostException">
    /// There was no answer, or none in time, and what was asked may have been done; or the process is stopping.
    /// </exception>
    public async Task<T> AskAsync<T>(Func<IDatabase, Task<T>> question, CancellationToken cancellationToken)
    {
        try
        {
            // Opening it ends by itself, with or without Redis.
            var connection = await ConnectAsync().WaitAsync(cancellationToken);
            var answer = await AskAsync(connection.GetDatabase(), question)
                .WaitAsync(_options.AnswerTimeout, _time, cancellationToken);
            SayThatItIsBack();
            return answer;
        }
        catch (Exception exception) when (exception is RedisException or TimeoutException)
        {
            SayThatItIsLost(exception);
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
            // Redis was started anew: by now the client has forgotten which scripts it had sent, and sends this one again.
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
            return _connecting ??= ConnectionMultiplexer.ConnectAsync(Configuration());
        }
    }

    private ConfigurationOptions Configuration() => new()
    {
        // It goes on trying, also when Redis is not there at the start.
        AbortOnConnectFail = false,
        // A question without a connection fails at once: one that is queued would be done after its caller has given up.
        BacklogPolicy = BacklogPolicy.FailFast,
        ClientName = "gateway",
        // Nothing here subscribes: without it there is one connection, not two.
        CommandMap = CommandMap.Create(["SUBSCRIBE"], available: false),
        ConnectRetry = 1,
        ConnectTimeout = 1_000,
        EndPoints = { Address },
    };

    private void SayThatItIsBack()
    {
        if (_isLost)
        {
            lock (_gate)
            {
                if (_isLost)
                {
                    _isLost = false;
                    Log.RedisBack(_logger, Address);
                }
            }
        }
    }

    private void SayThatItIsLost(Exception exception)
    {
        lock (_gate)
        {
            if (!_isLost)
            {
                _isLost = true;
                Log.RedisLost(_logger, Address, exception.Message);
            }
        }
    }
}
