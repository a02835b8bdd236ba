using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Checks;
using DroneDelivery.LoadTests.Engine.Thresholds;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The settings of one run of <c>lab http</c>.</summary>
internal sealed record HttpPlan(HttpWork Work, HttpLoadOptions Client, LoadShape Shape)
{
    public IReadOnlyList<AnswerCheck> Checks { get; init; } = [];

    public IReadOnlyList<Threshold> Thresholds { get; init; } = [];

    /// <summary>Null when thresholds do not stop the run early.</summary>
    public AbortRule? Abort { get; init; }

    /// <summary>The number of connections that are held open during the load and send nothing.</summary>
    public int IdleConnections { get; init; }

    public ResultFiles Files { get; init; } = new(null, null, null, null);

    public bool Quiet { get; init; }
}
