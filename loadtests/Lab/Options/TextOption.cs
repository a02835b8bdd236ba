namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>Options whose value is text. It is parsed after the command line, so that all errors have the same form.</summary>
internal static class TextOption
{
    public static Option<string?> Create(string name, string shape, string description, params string[] aliases) =>
        new(name, aliases) { Description = description, HelpName = shape };

    public static Option<string[]> Repeated(string name, string shape, string description, params string[] aliases) =>
        new(name, aliases) { Description = description + " May be given several times.", HelpName = shape };
}

/// <summary>A text option that accepts an empty value; <see cref="GivenOptions"/> refuses one for all others.</summary>
internal sealed class TextOptionAllowingEmpty : Option<string?>
{
    public TextOptionAllowingEmpty(string name, string shape, string description, params string[] aliases)
        : base(name, aliases) => (HelpName, Description) = (shape, description);
}
