namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>The option of the caps of resources other than CPU.</summary>
internal sealed class ResourceCaps : Option<string?>
{
    private const double DefaultCap = 80;

    private static readonly string[] Resources =
        [ResourceUse.Memory, ResourceUse.Handles, ResourceUse.Threads, ResourceUse.Ports];

    public ResourceCaps()
        : base("--cap")
    {
        HelpName = "RESOURCE=PERCENT,...";
        Description = $"Caps in per cent of the limits of {string.Join(", ", Resources)}. Default: {DefaultCap} each.";
        Validators.Add(OptionValidator.ForWord((text, _) => Read(text).Count()));
    }

    /// <summary>All caps, from 0 to 1, by the names of <see cref="ResourceUse"/>.</summary>
    /// <param name="cpu">The cap of CPU in per cent.</param>
    public IReadOnlyDictionary<string, double> Read(ParseResult arguments, double cpu)
    {
        var caps = Resources.ToDictionary(name => name, _ => DefaultCap / 100);
        foreach (var (name, cap) in Read(arguments.GetValue(this) ?? ""))
        {
            caps[name] = cap;
        }

        return new Dictionary<string, double> { [ResourceUse.Cpu] = cpu / 100 }.Concat(caps).ToDictionary();
    }

    private IEnumerable<(string Name, double Cap)> Read(string text) =>
        from word in text.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
        let parts = word.Split('=')
        select parts.Length == 2 && Resources.Contains(parts[0])
            ? (parts[0], Quantity.Number<double>(parts[1].TrimEnd('%'), $"{Name} {parts[0]}", 1, 100) / 100)
            : throw new FormatException(
                $"{Name} takes {string.Join(", ", Resources)} with per cent, for example memory=80%,handles=70%; it has '{word}'."
                + Suggestion.For(parts[0], Resources));
}
