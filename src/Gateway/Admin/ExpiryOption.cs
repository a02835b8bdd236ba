using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;

namespace DroneDelivery.Gateway.Admin;

/// <summary><c>--expires</c>: the expiry of a new key.</summary>
internal static class ExpiryOption
{
    private const string Name = "--expires";

    /// <param name="otherwise">The default expiry, as text for the description.</param>
    public static Option<DateTimeOffset?> Create(string otherwise) => new(Name)
    {
        Description = $"When the new key ends, in UTC: 2027-01-31 or 2027-01-31T18:00. Default: {otherwise}.",
        CustomParser = Parse,
    };

    public static DateTimeOffset? Read(ParseResult line) => line.GetValue<DateTimeOffset?>(Name);

    private static DateTimeOffset? Parse(ArgumentResult argument)
    {
        var text = argument.Tokens.Count > 0 ? argument.Tokens[0].Value : "";
        if (DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var time))
        {
            return time;
        }

        argument.AddError($"{Name} must be a time like 2027-01-31 or 2027-01-31T18:00, not \"{text}\".");
        return null;
    }
}
