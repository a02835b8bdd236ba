namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// What writes that are made together change in the unique keys of a partition. Each write sees what those before it change.
/// </summary>
internal sealed class UniqueKeyChanges(UniqueKeyIndex index)
{
    private readonly Dictionary<UInt128, bool> _isTaken = [];

    public IReadOnlyList<UInt128> HashesOf(in StoredDocument document) => index.HashesOf(document);

    /// <summary>False, with nothing changed, if another document has the values of one of the new hashes.</summary>
    /// <param name="before">The hashes of the document before the write; none if there is no such document.</param>
    /// <param name="after">The hashes of the document after the write; none if it is deleted.</param>
    public bool TryReplace(IReadOnlyList<UInt128> before, IReadOnlyList<UInt128> after)
    {
        if (after.Any(hash => IsTaken(hash) && !before.Contains(hash)))
        {
            return false;
        }

        foreach (var hash in before)
        {
            _isTaken[hash] = false;
        }

        foreach (var hash in after)
        {
            _isTaken[hash] = true;
        }

        return true;
    }

    private bool IsTaken(UInt128 hash) => _isTaken.TryGetValue(hash, out var isTaken) ? isTaken : index.Contains(hash);
}
