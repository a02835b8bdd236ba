using System.Runtime.CompilerServices;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>Journeys. Each iteration draws its journey by the weights, takes a row of data, and starts without cookies.</summary>
/// <param name="File">The name of the file.</param>
/// <param name="Rows">Null without <c>--feed</c>.</param>
/// <param name="Source">An addition to the description of the load.</param>
internal sealed record JourneyWork(
    string File, IReadOnlyList<PreparedJourney> Journeys, DataFeed<IReadOnlyDictionary<string, string>>? Rows, string Source)
    : HttpWork("journeys of", File, FirstAddress(Journeys), Source)
{
    public override bool IsRemote => Calls(Journeys).Any(call => !call.Request.Uri.IsLoopback);

    public override int RequestsPerIteration => Journeys.Max(journey => Calls([journey]).Count());

    public override UserAction ActionOf(HttpLoadClient client, IReadOnlyList<AnswerCheck> checks, TimeProvider time)
    {
        var visits = new ConditionalWeakTable<JourneyIteration, Visit>();
        Visit VisitOf(JourneyIteration iteration) =>
            visits.GetValue(iteration, begun => new Visit(new HttpSession(client), Trace, Rows?.Next(begun.Turn.Random)));

        return new JourneyMix([.. Journeys.Select(Make)], JourneyChoice.PerIteration, time).RunAsync;

        Journey Make(PreparedJourney journey) => new(journey.Name, journey.Weight, [.. journey.Steps.SelectMany(Steps)]);

        IEnumerable<JourneyStep> Steps(PreparedStep step)
        {
            if (step.Call is { } call)
            {
                yield return new JourneyStep.Call(
                    call.Name, (iteration, token) => VisitOf(iteration).MakeAsync(call, iteration, token));
            }

            if (step.Pause is { } pause)
            {
                yield return new JourneyStep.Pause(pause);
            }
        }
    }

    private static Uri FirstAddress(IEnumerable<PreparedJourney> journeys) =>
        Calls(journeys).First().Request.Uri;

    private static IEnumerable<PreparedCall> Calls(IEnumerable<PreparedJourney> journeys) =>
        journeys.SelectMany(journey => journey.Steps).Select(step => step.Call).OfType<PreparedCall>();

    /// <summary>The session and the row of one iteration.</summary>
    /// <param name="trace">Adds the trace context.</param>
    private sealed class Visit(
        HttpSession session, Func<PreparedRequest, UserIteration, PreparedRequest> trace,
        IReadOnlyDictionary<string, string>? row)
    {
        public async ValueTask<RequestOutcome> MakeAsync(
            PreparedCall call, JourneyIteration iteration, CancellationToken cancellationToken)
        {
            if (Request(call.Request, iteration) is not { } request)
            {
                return new RequestOutcome(0, "a value cannot be sent", 0);
            }

            var answer = await session.AskAsync(trace(request, iteration.Turn), cancellationToken);
            var outcome = call.Checks.Judge(answer);
            return outcome.IsSuccess ? Take(call.Takes, answer, iteration, outcome) : outcome;
        }

        private PreparedRequest? Request(RequestTemplate template, JourneyIteration iteration)
        {
            try
            {
                return template.Fill(name => iteration.Has(name) ? iteration[name] : row?.GetValueOrDefault(name));
            }
            catch (FormatException)
            {
                return null;
            }
        }

        private static RequestOutcome Take(
            IReadOnlyDictionary<string, Extraction> takes, HttpAnswer answer, JourneyIteration iteration, RequestOutcome outcome)
        {
            foreach (var (name, extraction) in takes)
            {
                if (extraction.From(answer) is not { } value)
                {
                    return outcome with { Error = $"the answer has no {name}" };
                }

                iteration[name] = value;
            }

            return outcome;
        }
    }
}

/// <summary>A journey that has been checked and can be run.</summary>
internal sealed record PreparedJourney(string Name, double Weight, IReadOnlyList<PreparedStep> Steps);

/// <summary>A call, if there is one, and a pause after it, if there is one.</summary>
internal sealed record PreparedStep(PreparedCall? Call, ThinkTime? Pause);

/// <param name="Name">The name under which the call is counted.</param>
/// <param name="Takes">The values to take from the answer, by the names under which later calls use them.</param>
internal sealed record PreparedCall(
    string Name, RequestTemplate Request, IReadOnlyList<AnswerCheck> Checks, IReadOnlyDictionary<string, Extraction> Takes);
