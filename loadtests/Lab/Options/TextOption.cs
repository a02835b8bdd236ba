using System.CommandLine;

namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>
/// Options as plain words, which are read and refused in one place with the same kind of message, whatever they mean.
/// </summary>
internal static class TextOption
{
    public static Option<string?> Create(string name, string shape, string description, params string[] aliases) =>
        new(name, aliases) { Description = description, HelpName = shape };

    public static Option<string[]> Repeated(string name, string shape, string description, params string[] aliases) =>
        new(name, aliases) { Description = description + " May be given several times.", HelpName = shape };
}

/// <summary>An option whose text may be empty.</summary>
internal sealed class TextOrNothingOption : Option<string?>
{
    public TextOrNothingOption(string name, string shape, string description, params string[] aliases)
        : base(name, aliases) => (HelpName, Description) = (shape, description);
}
