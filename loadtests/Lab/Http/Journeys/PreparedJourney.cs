using DroneDelivery.LoadTests.Engine.Clients.Checks;
using DroneDelivery.LoadTests.Engine.Profiles;

namespace DroneDelivery.LoadTests.Lab.Http.Journeys;

/// <summary>A journey that has been checked and can be run.</summary>
internal sealed record PreparedJourney(string Name, double Weight, IReadOnlyList<PreparedStep> Steps);

/// <summary>A call, if there is one, and a pause after it, if there is one.</summary>
internal sealed record PreparedStep(PreparedCall? Call, ThinkTime? Pause);

/// <param name="Name">The name under which the call is counted.</param>
internal sealed record PreparedCall(
    string Name, RequestTemplate Request, IReadOnlyList<AnswerCheck> Checks, IReadOnlyList<NamedExtraction> Takes);

/// <param name="Name">The name under which later calls use the value.</param>
internal sealed record NamedExtraction(string Name, Extraction Extraction);
