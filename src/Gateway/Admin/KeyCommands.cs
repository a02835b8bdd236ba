using System.CommandLine;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.ServiceDefaults.CommandLine;

namespace DroneDelivery.Gateway.Admin;

/// <summary>
/// The commands <c>keys add|list|rotate|revoke|migrate</c>, which use the database file directly, whether a gateway is running or
/// not. Access is controlled by the mode of the file: a user who may write the file may run all commands.
/// </summary>
internal static class KeyCommands
{
    public static ServiceCommand Command { get; } = new(
        "keys",
        "Makes, lists, rotates, revokes and migrates API keys: see keys --help.",
        args => RunAsync(args, Console.Out, Console.Error));

    public static Task<int> RunAsync(string[] args, TextWriter output, TextWriter error)
    {
        var keys = new Command("keys", "Makes, lists, rotates, revokes and migrates the API keys in the gateway's database.")
        {
            Add(),
            List(),
            Rotate(),
            Revoke(),
            Migrate(),
        };
        return KeyCommandLine.RunAsync(new RootCommand { keys }.Parse(["keys", .. args]), output, error);
    }

    private static Command Add()
    {
        var name = new Argument<string>("name") { Description = "The holder: letters, digits and . _ - @" };
        var plan = new Option<string?>("--plan") { Description = $"A plan of section Plans. Default: {PlanOptions.Free}." };
        var scopes = new Option<string?>("--scopes")
        {
            Description = $"With commas between, from {KeyScopeNames.All}. Default: {string.Join(',', KeyScopeNames.Reading)}.",
        };
        var create = new Option<bool>("--create") { Description = "Creates the database if it does not exist." };
        return new KeyCommand("add", "Makes the first key of a holder and prints it: it cannot be shown again.", (line, tool) =>
            tool.Add(
                new KeyTerms(
                    line.GetRequiredValue(name),
                    line.GetValue(plan),
                    line.GetValue(scopes)?.Split(','),
                    OwnerOptions.Read(line),
                    ExpiryOption.Read(line)),
                line.GetValue(create)))
        {
            name,
            plan,
            scopes,
            OwnerOptions.CreateOwners(),
            OwnerOptions.CreateAllOwners(),
            ExpiryOption.Create("never"),
            create,
        };
    }

    private static Command List()
    {
        var all = new Option<bool>("--all") { Description = "Those expired and revoked too." };
        return new KeyCommand(
            "list", "Lists the live keys, without their secrets.", (line, tool) => tool.List(line.GetValue(all)))
        {
            all,
        };
    }

    private static Command Rotate()
    {
        var id = IdOfLiveKey();
        return new KeyCommand(
            "rotate",
            "Makes a second key beside a live one and prints it. Both are good until the first is revoked.",
            (line, tool) => tool.Rotate(line.GetRequiredValue(id), new RotationTerms(ExpiryOption.Read(line))))
        {
            id,
            ExpiryOption.Create("when the first one ends, if it does"),
        };
    }

    private static Command Revoke()
    {
        var id = IdOfLiveKey();
        return new KeyCommand(
            "revoke",
            "Revokes a key. A gateway refuses it once it has looked at the file again: every "
                + $"{KeyOptions.UsualPollInterval.TotalMilliseconds} ms, unless its Keys:PollInterval says otherwise.",
            (line, tool) => tool.Revoke(line.GetRequiredValue(id)))
        {
            id,
        };
    }

    private static Command Migrate()
    {
        var id = new Argument<string?>("id")
        {
            Arity = ArgumentArity.ZeroOrOne,
            Description = "The part after dd_, as list shows it. Default: all keys without owners.",
        };
        return new KeyCommand(
            "migrate",
            "Sets the owners of keys that were made before keys had owners. The gateway refuses a database with such keys.",
            (line, tool) => tool.Migrate(line.GetValue(id), OwnerOptions.Read(line)))
        {
            id,
            OwnerOptions.CreateOwners(),
            OwnerOptions.CreateAllOwners(),
        };
    }

    private static Argument<string> IdOfLiveKey() => new("id") { Description = "The part after dd_, as list shows it." };
}
