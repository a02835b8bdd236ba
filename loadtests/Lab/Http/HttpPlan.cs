using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Thresholds;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>One run of <c>lab http</c>.</summary>
internal sealed record HttpPlan(
    PreparedRequest Request,
    HttpLoadOptions Client,
    LoadShape Shape,
    IReadOnlyList<AnswerCheck> Checks,
    IReadOnlyList<Threshold> Thresholds,
    AbortRule? Abort,
    ResultFiles Files,
    bool Quiet);
