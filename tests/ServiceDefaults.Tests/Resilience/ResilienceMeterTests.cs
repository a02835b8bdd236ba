using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Net;
using DroneDelivery.ServiceDefaults.Resilience;

namespace DroneDelivery.ServiceDefaults.Tests.Resilience;

public sealed class ResilienceMeterTests
{
    [Fact]
    public async Task Meter_OneRetry_CountsTheAttemptsAndTheRetry()
    {
        // The name sets this test's measurements apart from those of tests at the same time.
        const string pipeline = "metered";
        var seen = new ConcurrentQueue<string>();
        using var listener = Listen(pipeline, seen);
        var backend = new ScriptedBackend((call, _) => Task.FromResult(
            new HttpResponseMessage(call == 1 ? HttpStatusCode.BadGateway : HttpStatusCode.OK)));
        var options = new ResilienceOptions { RetryDelay = TimeSpan.Zero };
        var resilience = HttpResilience.CreatePipeline(pipeline, options, TimeProvider.System);
        using var client = new HttpClient(new ResilienceHandler(resilience) { InnerHandler = backend });

        (await client.GetAsync("http://backend/", TestContext.Current.CancellationToken)).Dispose();

        Assert.Equal(2, seen.Count(name => name == "resilience.polly.strategy.attempt.duration ExecutionAttempt"));
        Assert.Single(seen, "resilience.polly.strategy.events OnRetry");
        Assert.Single(seen, "resilience.polly.pipeline.duration PipelineExecuted");
    }

    private static MeterListener Listen(string pipeline, ConcurrentQueue<string> seen)
    {
        var listener = new MeterListener
        {
            InstrumentPublished = (instrument, self) =>
            {
                if (instrument.Meter.Name == "Polly")
                {
                    self.EnableMeasurementEvents(instrument);
                }
            },
        };
        listener.SetMeasurementEventCallback<int>((instrument, _, tags, _) => Keep(instrument, tags));
        listener.SetMeasurementEventCallback<double>((instrument, _, tags, _) => Keep(instrument, tags));
        listener.Start();
        return listener;

        void Keep(Instrument instrument, ReadOnlySpan<KeyValuePair<string, object?>> tags)
        {
            var byName = tags.ToArray().ToDictionary(tag => tag.Key, tag => tag.Value);
            if (Equals(byName["pipeline.name"], pipeline))
            {
                seen.Enqueue($"{instrument.Name} {byName["event.name"]}");
            }
        }
    }
}
