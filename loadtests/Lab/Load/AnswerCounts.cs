namespace DroneDelivery.LoadTests.Lab.Load;

/// <summary>Counts the answers by status between calls of <see cref="Take"/> by one caller. Safe for concurrent use.</summary>
internal sealed class AnswerCounts
{
    /// <summary>The name for all further kinds when there are too many kinds.</summary>
    public const string Other = "other";

    private const int MaxKinds = 16;

    private readonly Lock _gate = new();
    private readonly Dictionary<string, long> _counts = [];

    public void Add(RequestObservation request)
    {
        var kind = request.Outcome.Error ?? $"{request.Outcome.StatusCode}";
        using var scope = _gate.EnterScope();
        var known = _counts.Count < MaxKinds || _counts.ContainsKey(kind) ? kind : Other;
        _counts[known] = _counts.GetValueOrDefault(known) + 1;
    }

    /// <summary>
    /// Returns and resets the counts, by HTTP status or by the reason for an incomplete answer. A kind that occurred once stays
    /// in the result, with 0.
    /// </summary>
    public IReadOnlyDictionary<string, long> Take()
    {
        using var scope = _gate.EnterScope();
        var taken = new Dictionary<string, long>(_counts);
        foreach (var kind in taken.Keys)
        {
            _counts[kind] = 0;
        }

        return taken;
    }
}
