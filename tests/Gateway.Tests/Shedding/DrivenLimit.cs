using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Shedding;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Gateway.Tests.Shedding;

/// <summary>A limit with the usual options, on the clock of a test, and the requests that it learns from.</summary>
internal sealed class DrivenLimit
{
    private readonly GradientLimit _limit;

    public DrivenLimit() => _limit = new GradientLimit(new SheddingOptions(), Time);

    public ManualTimeProvider Time { get; } = new();

    public int Current => _limit.Current;

    public void RecordRefusal() => _limit.RecordRefusal();

    public void Record(TimeSpan duration, CallOutcome outcome, int inFlight) => _limit.Record(duration, outcome, inFlight);

    /// <summary>Ten requests a second, and as many refused.</summary>
    public void Trickle(int samples)
    {
        for (var sample = 0; sample < samples; sample++)
        {
            Time.Advance(TimeSpan.FromMilliseconds(100));
            RecordRefusal();
            Record(TimeSpan.FromSeconds(0.2), CallOutcome.Answered, inFlight: Current);
        }
    }

    /// <summary>Windows of equal samples; without <paramref name="inFlight"/> the whole limit is in use.</summary>
    public void RunWindows(
        int count,
        double seconds,
        int? inFlight = null,
        bool refused = false,
        CallOutcome outcome = CallOutcome.Answered,
        int samples = 20)
    {
        for (var window = 0; window < count; window++)
        {
            Time.Advance(TimeSpan.FromMilliseconds(100));
            for (var sample = 0; sample < samples; sample++)
            {
                if (refused)
                {
                    RecordRefusal();
                }

                Record(TimeSpan.FromSeconds(seconds), outcome, inFlight ?? Current);
            }
        }
    }
}
