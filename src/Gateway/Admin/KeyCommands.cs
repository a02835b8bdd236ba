using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.Authorization;
using DroneDelivery.ServiceDefaults.CommandLine;

namespace DroneDelivery.Gateway.Admin;

/// <summary>Runs a command with the configuration of its command line, and returns the exit code.</summary>
internal delegate Task<int> KeyCommandRunner(ParseResult line, Func<KeyTool, Task> run);

/// <summary>
/// The commands <c>keys add|list|rotate|revoke</c>, which use the store directly, whether a gateway is running or not.
/// Access is controlled by the mode of the file, or the user of Redis: a user who may write the store may run all commands.
/// </summary>
internal static class KeyCommands
{
    private const string Owners = "--owners";
    private const string AllOwners = "--all-owners";
    private const string Expires = "--expires";

    public static ServiceCommand Command { get; } = new(
        "keys",
        "Makes, lists, rotates and revokes API keys: see keys --help.",
        args => KeyCommandLine.RunAsync(args, Console.Out, Console.Error));

    public static Command Create(KeyCommandRunner run) =>
        new("keys", "Makes, lists, rotates and revokes the API keys of the gateway.")
        {
            CreateAdd(run),
            CreateList(run),
            CreateRotate(run),
            CreateRevoke(run),
        };

    private static Command CreateAdd(KeyCommandRunner run)
    {
        var name = new Argument<string>("name") { Description = "The holder: letters, digits and . _ - @" };
        var plan = new Option<string?>("--plan") { Description = $"A plan of section Plans. Default: {PlanOptions.Free}." };
        var scopes = new Option<string?>("--scopes")
        {
            Description = $"With commas between, from {KeyScopeNames.All}. Default: {string.Join(',', KeyScopeNames.Reading)}.",
        };
        var create = new Option<bool>("--create") { Description = "Creates the store of keys if it does not exist." };
        var command = new Command("add", "Makes the first key of a holder and prints it: it cannot be shown again.")
        {
            name,
            plan,
            scopes,
            CreateOwners(),
            CreateAllOwners(),
            CreateExpires("never"),
            create,
        };
        command.SetAction((line, cancellationToken) => run(line, tool => tool.AddAsync(
            new KeyTerms(
                line.GetRequiredValue(name),
                line.GetValue(plan),
                line.GetValue(scopes)?.Split(','),
                ReadOwners(line),
                line.GetValue<DateTimeOffset?>(Expires)),
            line.GetValue(create),
            cancellationToken)));
        return command;
    }

    private static Command CreateList(KeyCommandRunner run)
    {
        var all = new Option<bool>("--all") { Description = "Those expired and revoked too." };
        var command = new Command("list", "Lists the live keys, without their secrets.") { all };
        command.SetAction((line, cancellationToken) => run(line, tool => tool.ListAsync(line.GetValue(all), cancellationToken)));
        return command;
    }

    private static Command CreateRotate(KeyCommandRunner run)
    {
        var id = CreateIdOfLiveKey();
        var command = new Command(
            "rotate", "Creates a second key for the holder of a live key and prints it. Both are valid until the first is revoked.")
        {
            id,
            CreateExpires("when the first one ends, if it does"),
        };
        command.SetAction((line, cancellationToken) => run(line, tool => tool.RotateAsync(
            line.GetRequiredValue(id), new RotationTerms(line.GetValue<DateTimeOffset?>(Expires)), cancellationToken)));
        return command;
    }

    private static Command CreateRevoke(KeyCommandRunner run)
    {
        var id = CreateIdOfLiveKey();
        var command = new Command(
            "revoke",
            "Revokes a key. A gateway refuses it after its next poll of the store: within "
                + $"{KeyOptions.DefaultPollInterval.TotalMilliseconds} ms by default (Keys:PollInterval).")
        {
            id,
        };
        command.SetAction((line, cancellationToken) =>
            run(line, tool => tool.RevokeAsync(line.GetRequiredValue(id), cancellationToken)));
        return command;
    }

    private static Argument<string> CreateIdOfLiveKey() => new("id") { Description = "The part after dd_, as list shows it." };

    private static Option<string?> CreateOwners() =>
        new(Owners) { Description = "The owners whose data the key may be used for, separated by commas, or * for all." };

    private static Option<bool> CreateAllOwners() => new(AllOwners) { Description = $"The same as {Owners} *, which shells expand." };

    private static string[] ReadOwners(ParseResult line) => (line.GetValue<string?>(Owners), line.GetValue<bool>(AllOwners)) switch
    {
        (not null, true) => throw new StartException($"{Owners} and {AllOwners} exclude each other."),
        (_, true) => [AllowedOwners.AllText],
        ({ } ids, _) => ids.Split(','),
        _ => [],
    };

    /// <param name="otherwise">The default expiry, as text for the description.</param>
    private static Option<DateTimeOffset?> CreateExpires(string otherwise) => new(Expires)
    {
        Description = $"When the new key ends, in UTC: 2027-01-31 or 2027-01-31T18:00. Default: {otherwise}.",
        CustomParser = ParseTime,
    };

    private static DateTimeOffset? ParseTime(ArgumentResult argument)
    {
        var text = argument.Tokens.Count > 0 ? argument.Tokens[0].Value : "";
        if (DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var time))
        {
            return time;
        }

        argument.AddError($"{Expires} must be a time like 2027-01-31 or 2027-01-31T18:00, not \"{text}\".");
        return null;
    }
}
