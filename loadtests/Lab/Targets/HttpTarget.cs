namespace DroneDelivery.LoadTests.Lab.Targets;

/// <summary>The requests and the client of a scenario file. The lab does not start the system.</summary>
internal sealed class HttpTarget(HttpPlan plan, OtlpReceiver? telemetry, TimeProvider time) : LoadTarget
{
    public override string Name => $"{plan.Work.Method} {plan.Work.Url}";

    public override Uri Address => plan.Work.Target;

    public override IReadOnlyList<(string Name, int ProcessId)> Processes => plan.Collection.Processes;

    public override WatchedSystem Watched => plan.Collection.Watch(telemetry);

    public override HttpLoadOptions Configure(HttpLoadOptions options)
    {
        var streams = plan.Client.Protocol == HttpProtocol.Http1 ? 1 : plan.Client.StreamsPerConnection;
        var inFlight = options.Connections * options.StreamsPerConnection;
        return plan.Client with
        {
            Connections = plan.LimitsConnections ? plan.Client.Connections : (inFlight + streams - 1) / streams,
            NewConnectionPerRequest = plan.Client.NewConnectionPerRequest || options.NewConnectionPerRequest,
        };
    }

    public override UserAction RequestBy(HttpLoadClient client, LoadVariant variant) =>
        plan.Work.ActionOf(client, plan.Checks, time);

    public override ValueTask DisposeAsync() => telemetry?.DisposeAsync() ?? ValueTask.CompletedTask;
}
