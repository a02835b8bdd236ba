using System.CommandLine;

namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>Options whose value is text. It is parsed after the command line, so that all errors have the same form.</summary>
internal static class TextOption
{
    public static Option<string?> Create(string name, string shape, string description, params string[] aliases) =>
        new(name, aliases) { Description = description, HelpName = shape };

    public static Option<string[]> Repeated(string name, string shape, string description, params string[] aliases) =>
        new(name, aliases) { Description = description + " May be given several times.", HelpName = shape };
}

/// <summary>An option whose text may be empty.</summary>
internal sealed class OptionalTextOption : Option<string?>
{
    public OptionalTextOption(string name, string shape, string description, params string[] aliases)
        : base(name, aliases) => (HelpName, Description) = (shape, description);
}
