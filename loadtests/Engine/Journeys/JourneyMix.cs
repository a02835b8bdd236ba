namespace DroneDelivery.LoadTests.Engine.Journeys;

public enum JourneyChoice
{
    /// <summary>Each user keeps one journey. The split follows the weights even with few users.</summary>
    PerUser,

    /// <summary>Drawn for each iteration from the user's random stream.</summary>
    PerIteration,
}

/// <summary>Divides users among journeys. <see cref="RunAsync"/> is the action for a runner. Calls are counted by name.</summary>
public sealed class JourneyMix
{
    /// <summary>Multiples of the golden ratio's fraction fill 0 to 1 more evenly than random numbers do.</summary>
    private const double GoldenFraction = 0.6180339887498949;

    private readonly IReadOnlyList<Journey> _journeys;
    private readonly JourneyChoice _choice;
    private readonly TimeProvider _time;
    private readonly double _weights;

    /// <param name="time">The clock for the pauses.</param>
    public JourneyMix(IReadOnlyList<Journey> journeys, JourneyChoice choice, TimeProvider time)
    {
        (_journeys, _choice, _time, _weights) = (journeys, choice, time, journeys.Sum(journey => journey.Weight));
        if (journeys.Any(journey => !(journey.Weight >= 0)) || !(_weights > 0 && double.IsFinite(_weights)))
        {
            throw new ArgumentException("Journeys need weights of zero or more, and one above zero.", nameof(journeys));
        }
    }

    /// <summary>
    /// Runs one iteration. It succeeds when every call succeeds. Otherwise its failure is that of the call that ended it, with
    /// the name of the call. Bytes are the sum over all calls; latency is that of the whole iteration, pauses included.
    /// </summary>
    public async ValueTask<RequestOutcome> RunAsync(UserIteration turn, CancellationToken cancellationToken)
    {
        var iteration = new JourneyIteration(turn);
        var (last, bytes) = (new RequestOutcome(200, null, 0), 0L);
        foreach (var step in Choose(turn).Steps)
        {
            if (step is JourneyStep.Call call)
            {
                last = await turn.CallAsync(call.Name, token => call.Send(iteration, token), cancellationToken);
                bytes += last.Bytes;
                if (last.FailureReason is { } reason)
                {
                    var error = $"{call.Name}: {reason}";
                    return new RequestOutcome(last.StatusCode, error, bytes) { IsUnfinished = last.IsUnfinished };
                }
            }
            else if (step is JourneyStep.Pause pause)
            {
                await Task.Delay(pause.Time.Draw(turn.Random), _time, cancellationToken);
            }
        }

        return last with { Bytes = bytes };
    }

    private Journey Choose(UserIteration turn)
    {
        var share = _choice == JourneyChoice.PerUser ? turn.User * GoldenFraction % 1 : turn.Random.NextDouble();
        var left = share * _weights;
        foreach (var journey in _journeys)
        {
            left -= journey.Weight;
            if (left < 0)
            {
                return journey;
            }
        }

        return _journeys.Last(journey => journey.Weight > 0);
    }
}
