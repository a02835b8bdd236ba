using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Checks;
using DroneDelivery.LoadTests.Engine.Thresholds;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>One run of <c>lab http</c>.</summary>
internal sealed record HttpPlan(HttpWork Work, HttpLoadOptions Client, LoadShape Shape)
{
    public IReadOnlyList<AnswerCheck> Checks { get; init; } = [];

    public IReadOnlyList<Threshold> Thresholds { get; init; } = [];

    /// <summary>Null where the run is to last its time whatever comes.</summary>
    public AbortRule? Abort { get; init; }

    /// <summary>Held open during the load.</summary>
    public int IdleConnections { get; init; }

    public ResultFiles Files { get; init; } = new(null, null, null, null);

    public bool Quiet { get; init; }
}
