namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>Options that are given or not, without a value.</summary>
internal static class FlagOption
{
    public static Option<bool> Create(string name, string description, params string[] aliases) =>
        new(name, aliases) { Description = description };
}
