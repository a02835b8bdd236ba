using System.Numerics;

namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>Options that take a number within bounds.</summary>
internal static class NumberOption
{
    public static Option<T> Create<T>(string name, string description, T defaultValue, T min, T max)
        where T : struct, INumber<T> =>
        new(name) { Description = description, DefaultValueFactory = _ => defaultValue, Validators = { Range(min, max) } };

    /// <summary>An option without a default.</summary>
    public static Option<T?> Optional<T>(string name, string description, T min, T max)
        where T : struct, INumber<T> =>
        new(name) { Description = description, Validators = { Range(min, max) } };

    /// <summary>A validator for a number between two bounds, both included.</summary>
    public static Action<OptionResult> Range<T>(T min, T max)
        where T : struct, INumber<T> =>
        OptionValidator.ForWord((text, name) => Quantity.Number(text, name, min, max));
}
