namespace DroneDelivery.LoadTests.Lab.Comparisons;

/// <summary>The side of a comparison that a run belongs to.</summary>
internal enum Side
{
    A,
    B,
}

/// <summary>One run of a comparison.</summary>
/// <param name="Repeat">From 1.</param>
internal sealed record Turn(Side Side, int Repeat, Variant Variant)
{
    /// <summary>Where its run folder lies in the folder of the comparison.</summary>
    public string Folder => Path.Combine(Side == Side.A ? "a" : "b", FormattableString.Invariant($"{Repeat:00}"));
}
