using System.Diagnostics;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace DroneDelivery.Lab.Tests.Collection;

/// <summary>A service as far as its traces go: a source of its own and the SDK's exporter.</summary>
internal sealed class ExportingService : IDisposable
{
    private readonly ActivitySource _source = new("lab.tests." + Guid.NewGuid());
    private readonly TracerProvider _traces;

    public ExportingService(Uri receiver, string name) =>
        _traces = Sdk.CreateTracerProviderBuilder()
            .AddSource(_source.Name)
            .ConfigureResource(resource => resource.AddService(name))
            .AddOtlpExporter(options =>
            {
                options.Protocol = OtlpExportProtocol.HttpProtobuf;
                options.Endpoint = new Uri(receiver, "v1/traces");
                options.TimeoutMilliseconds = 100_000;
            })
            .Build();

    public Activity Start(string name, ActivityKind kind, ActivityContext parent = default, DateTimeOffset start = default)
    {
        Activity.Current = null;
        var activity = _source.StartActivity(name, kind, parent, startTime: start);
        Assert.NotNull(activity);
        return activity;
    }

    /// <summary>
    /// Returns when the receiver has answered. A flush would not do: it waits at most a second for the answer and is content
    /// when the spans have left the queue.
    /// </summary>
    public void ExportAll() => Assert.True(_traces.Shutdown());

    public void Dispose()
    {
        _traces.Dispose();
        _source.Dispose();
    }
}
