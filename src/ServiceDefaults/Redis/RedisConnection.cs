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

    /// <summary>
    /// How long a process that starts may wait for Redis. The process compiles the code of its first commands, which takes longer
    /// than a response, and Redis may start at the same time.
    /// </summary>
    public static readonly TimeSpan StartTimeout = TimeSpan.FromSeconds(10);

    private readonly Lock _gate = new();
    private readonly RedisOptions _options;
    private readonly ConfigurationOptions _configuration;
    private readonly ILogger _logger;
    private readonly TimeProvider _time;
    private readonly long _created;
    private Task<ConnectionMultiplexer>? _connecting;
    private volatile bool _hasAnswered;
    private volatile bool _isLost;

    public RedisConnection(
        IOptions<RedisOptions> options,
        ServiceIdentity identity,
        ILogger<RedisConnection> logger,
        IMeterFactory meters,
        TimeProvider time)
    {
        (_options, _logger, _time, _created) = (options.Value, logger, time, time.GetTimestamp());
        _configuration = Configure(_options, identity.Name);
        meters.Create(MeterName).CreateObservableGauge(
            $"{identity.Name}.redis.lost", () => IsLost ? 1 : 0, description: "1 while Redis does not answer, else 0.");
    }

    public string Address => _options.Address;

    /// <summary>
    /// Whether a command failed or received no response in time. A successful response to a later command resets it.
    /// </summary>
    public bool IsLost => _isLost;

    /// <exception cref="RedisLostException">
    /// Redis is not reachable, did not respond in time, or responded with an error, and the command may have been executed; or
    /// the process is stopping.
    /// </exception>
    public Task<T> AskAsync<T>(Func<IDatabase, Task<T>> question, CancellationToken cancellationToken) =>
        AskAsync(question, isForStart: false, cancellationToken);

    /// <summary>
    /// As <see cref="AskAsync{T}(Func{IDatabase, Task{T}}, CancellationToken)"/>, but while the process starts it waits up to the
    /// end of <see cref="StartTimeout"/> for the first connection and for responses. For what a process cannot start without.
    /// </summary>
    /// <exception cref="RedisLostException">As above.</exception>
    public Task<T> AskAtStartAsync<T>(Func<IDatabase, Task<T>> question, CancellationToken cancellationToken) =>
        AskAsync(question, isForStart: true, cancellationToken);

    public async ValueTask DisposeAsync()
    {
        if (_connecting is { } connecting)
        {
            // Each caller has had its answer or its timeout. Waiting for the answers of a Redis that hangs, and for one to QUIT,
            // takes another 10 s.
            await (await connecting).CloseAsync(allowCommandsToComplete: false);
        }
    }

    private async Task<T> AskAsync<T>(Func<IDatabase, Task<T>> question, bool isForStart, CancellationToken cancellationToken)
    {
        var wasLost = _isLost;
        try
        {
            // The connection attempt ends within its own timeout, whether or not Redis is reachable.
            var connection = await ConnectAsync().WaitAsync(cancellationToken);
            if (isForStart && !_hasAnswered)
            {
                await WaitForConnectionAsync(connection, cancellationToken);
            }

            var start = isForStart ? RemainingStart() : TimeSpan.Zero;
            var timeout = start > _options.AnswerTimeout ? start : _options.AnswerTimeout;
            var answer = await AskAsync(connection.GetDatabase(), question).WaitAsync(timeout, _time, cancellationToken);
            _hasAnswered = true;
            if (wasLost)
            {
                SetLost(null);
            }

            return answer;
        }
        // The client cancels a command whose connection is lost before it is written.
        catch (Exception exception) when (
            exception is RedisException or TimeoutException
            || (exception is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            SetLost(exception);
            throw new RedisLostException($"Redis at {Address} does not answer: {exception.Message}", exception);
        }
        catch (ObjectDisposedException exception)
        {
            throw new RedisLostException($"The connection to Redis at {Address} was closed.", exception);
        }
    }

    private TimeSpan RemainingStart()
    {
        var remaining = StartTimeout - _time.GetElapsedTime(_created);
        return remaining > TimeSpan.Zero ? remaining : TimeSpan.Zero;
    }

    // Returns without a connection when the time is over: the command then fails with the reason.
    private async Task WaitForConnectionAsync(ConnectionMultiplexer connection, CancellationToken cancellationToken)
    {
        var restored = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        void SetRestored(object? sender, ConnectionFailedEventArgs args) => restored.TrySetResult();
        connection.ConnectionRestored += SetRestored;
        try
        {
            if (!connection.IsConnected)
            {
                await restored.Task.WaitAsync(RemainingStart(), _time, cancellationToken);
            }
        }
        catch (TimeoutException)
        {
        }
        finally
        {
            connection.ConnectionRestored -= SetRestored;
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
            // The limits of the client itself must not be shorter than those above. The configured one is at most the start time.
            ConnectTimeout = Math.Max(1_000, (int)options.AnswerTimeout.TotalMilliseconds),
            AsyncTimeout = (int)StartTimeout.TotalMilliseconds,
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
