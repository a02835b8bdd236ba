using System.Collections.Immutable;

namespace DroneDelivery.CosmosEmulator.Query;

/// <summary>Property names from the document's root down; written as in a partition key definition: /address/city.</summary>
internal sealed class PropertyPath(ImmutableArray<string> names) : IEquatable<PropertyPath>
{
    public ImmutableArray<string> Names => names;

    /// <summary>Reads /a/b; a name may stand in double quotes.</summary>
    public static PropertyPath Parse(string text) =>
        new([.. text.Split('/', StringSplitOptions.RemoveEmptyEntries).Select(name => name.Trim('"'))]);

    public bool Equals(PropertyPath? other) => other is not null && names.SequenceEqual(other.Names);

    public override bool Equals(object? obj) => Equals(obj as PropertyPath);

    public override int GetHashCode() => names.Aggregate(0, HashCode.Combine);

    public override string ToString() => string.Concat(names.Select(name => $"/{name}"));
}
