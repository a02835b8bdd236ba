using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>Several values as one key.</summary>
internal sealed class ValuesComparer : IEqualityComparer<CosmosValue[]>
{
    public static ValuesComparer Instance { get; } = new();

    public bool Equals(CosmosValue[]? x, CosmosValue[]? y) => x.AsSpan().SequenceEqual(y);

    public int GetHashCode(CosmosValue[] obj)
    {
        var hash = default(HashCode);
        foreach (var value in obj)
        {
            hash.Add(value);
        }

        return hash.ToHashCode();
    }
}
