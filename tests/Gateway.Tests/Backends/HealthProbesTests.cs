using System.Collections.Concurrent;
using System.Diagnostics.Metrics;

namespace DroneDelivery.Gateway.Tests.Backends;

public sealed class HealthProbesTests
{
    [Fact(Timeout = 300_000)]
    public async Task Probes_InTheMetricsOfClients_HaveATemplateThatCallsDoNotHave()
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.With("Backends:HealthInterval", "00:00:01");
        gateway.Package.Answer("/packages/p-1", 200, "{}");
        var (port, templates) = (new Uri(gateway.Package.Address).Port, new ConcurrentQueue<string>());
        using var listener = new MeterListener
        {
            InstrumentPublished = (instrument, listener) =>
            {
                if (instrument.Name == "http.client.request.duration")
                {
                    listener.EnableMeasurementEvents(instrument);
                }
            },
        };
        listener.SetMeasurementEventCallback<double>((_, _, tags, _) =>
        {
            var found = tags.ToArray().ToDictionary(tag => tag.Key, tag => tag.Value?.ToString());
            if (found.GetValueOrDefault("server.port") == $"{port}")
            {
                templates.Enqueue(found.GetValueOrDefault("url.template") ?? "none");
            }
        });
        listener.Start();

        (await gateway.CreateClient().GetAsync("/api/packages/p-1", TestContext.Current.CancellationToken)).Dispose();
        while (templates.Distinct().Count() < 2)
        {
            gateway.Time.Advance(TimeSpan.FromSeconds(1));
            await Task.Yield();
        }

        Assert.Equal("none", Assert.Single(templates, template => !template.StartsWith("/health/", StringComparison.Ordinal)));
    }
}
