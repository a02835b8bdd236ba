using System.Diagnostics.Metrics;
using DroneDelivery.ServiceDefaults.Redis;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.Tests.Redis;

/// <summary>A service's connection to a real Redis. Responses time out by a clock of the test; connecting takes real time.</summary>
internal sealed class TestRedis : IAsyncDisposable
{
    private readonly ServiceProvider _services = new ServiceCollection().AddMetrics().BuildServiceProvider();
    private readonly LoggerFactory _logs;

    public static ServiceIdentity Identity { get; } = new("gateway", "A test", 0);

    /// <summary>With the longest timeouts, since a busy machine may need longer to connect than a service waits.</summary>
    public TestRedis(string address)
        : this(new RedisOptions { Address = address, AnswerTimeout = TimeSpan.FromSeconds(10) })
    {
    }

    public TestRedis(RedisOptions options)
    {
        _logs = new LoggerFactory([Warnings]);
        Connection = new RedisConnection(
            Options.Create(options),
            Identity,
            _logs.CreateLogger<RedisConnection>(),
            _services.GetRequiredService<IMeterFactory>(),
            Time);
    }

    public RedisConnection Connection { get; }

    public ManualTimeProvider Time { get; } = new();

    public RecordedWarnings Warnings { get; } = new();

    /// <summary>Retries until Redis is connected: StackExchange.Redis connects again on its own schedule, in real time.</summary>
    public async Task<T> UntilAnsweredAsync<T>(Func<Task<T>> ask)
    {
        while (true)
        {
            try
            {
                return await ask();
            }
            catch (RedisLostException)
            {
                await Task.Delay(TimeSpan.FromMilliseconds(20), TestContext.Current.CancellationToken);
            }
        }
    }

    public async ValueTask DisposeAsync()
    {
        await Connection.DisposeAsync();
        _logs.Dispose();
        await _services.DisposeAsync();
    }
}
