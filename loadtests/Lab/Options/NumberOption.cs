using System.CommandLine;
using System.CommandLine.Parsing;
using System.Numerics;

namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>Options that take a number within bounds.</summary>
internal static class NumberOption
{
    public static Option<T> Create<T>(string name, string description, T defaultValue, T min, T max)
        where T : struct, INumber<T>
    {
        var option = new Option<T>(name) { Description = description, DefaultValueFactory = _ => defaultValue };
        option.Validators.Add(Range(min, max));
        return option;
    }

    /// <summary>A validator for a number between two bounds, both included.</summary>
    public static Action<OptionResult> Range<T>(T min, T max)
        where T : struct, INumber<T> =>
        OptionValidator.ForWord((text, name) => Quantity.Number(text, name, min, max));
}
