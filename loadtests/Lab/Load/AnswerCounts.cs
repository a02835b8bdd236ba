using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Lab.Load;

/// <summary>What users were answered since someone last looked, by status. For one reader; safe for concurrent use.</summary>
internal sealed class AnswerCounts
{
    /// <summary>Under this word go the failures of a kind too many.</summary>
    public const string Other = "other";

    private const int MostKinds = 16;

    private readonly Lock _gate = new();
    private readonly Dictionary<string, long> _counts = [];

    public void Add(RequestObservation request)
    {
        var kind = KindOf(request.Outcome);
        lock (_gate)
        {
            var known = _counts.Count < MostKinds || _counts.ContainsKey(kind) ? kind : Other;
            _counts[known] = _counts.GetValueOrDefault(known) + 1;
        }
    }

    /// <summary>
    /// By HTTP status, or by the reason why there was no whole answer. A kind that has been seen once stays, with 0.
    /// </summary>
    public IReadOnlyDictionary<string, long> Take()
    {
        lock (_gate)
        {
            var taken = new Dictionary<string, long>(_counts);
            foreach (var kind in taken.Keys)
            {
                _counts[kind] = 0;
            }

            return taken;
        }
    }

    private static string KindOf(RequestOutcome outcome) => outcome.Error ?? FormattableString.Invariant($"{outcome.StatusCode}");
}
