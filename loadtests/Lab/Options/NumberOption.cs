using System.CommandLine;
using System.CommandLine.Parsing;
using System.Numerics;

namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>Options that take a number within bounds.</summary>
internal static class NumberOption
{
    public static Option<double> Create(string name, string description, double usual, double least, double most)
    {
        var option = new Option<double>(name) { Description = description, DefaultValueFactory = _ => usual };
        option.Validators.Add(Range(least, most));
        return option;
    }

    /// <summary>A validator for a number between two bounds, both included.</summary>
    public static Action<OptionResult> Range<T>(T least, T most)
        where T : struct, INumber<T> =>
        OptionCheck.ForWord((text, name) => Quantity.Number(text, name, least, most));
}
