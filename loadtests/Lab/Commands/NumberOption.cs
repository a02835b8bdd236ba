using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Numerics;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>Options that take a number within bounds.</summary>
internal static class NumberOption
{
    public static Option<double> Of(string name, string description, double usual, double least, double most)
    {
        var option = new Option<double>(name) { Description = description, DefaultValueFactory = _ => usual };
        option.Validators.Add(Range(name, least, most));
        return option;
    }

    /// <summary>A check for an option that takes a number from one bound to another, both included.</summary>
    public static Action<OptionResult> Range<T>(string name, T least, T most)
        where T : INumber<T> =>
        result =>
        {
            // The text, not the value: asking for the value of a word that is no number is an error of its own.
            if (result.Tokens is [{ Value: var text }] && !IsBetween(text, least, most))
            {
                result.AddError($"{name} must be a number from {least} to {most}; it is '{text}'.");
            }
        };

    private static bool IsBetween<T>(string text, T least, T most)
        where T : INumber<T> =>
        T.TryParse(text, CultureInfo.InvariantCulture, out var value) && value >= least && value <= most;
}
