using System.CommandLine;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Limits;
using DroneDelivery.ServiceDefaults.CommandLine;

namespace DroneDelivery.Gateway.Admin;

/// <summary>
/// <c>keys add|list|rotate|revoke</c>, on the database file itself, whether a gateway is running or not. Who may write the file
/// may do all that: its mode is the protection.
/// </summary>
internal static class KeyCommands
{
    public static ServiceCommand Command { get; } = new(
        "keys",
        "Makes, lists, rotates and revokes API keys: see keys --help.",
        args => RunAsync(args, Console.Out, Console.Error));

    public static Task<int> RunAsync(string[] args, TextWriter output, TextWriter error)
    {
        var keys = new Command("keys", "Makes, lists, rotates and revokes the API keys in the gateway's database.")
        {
            Add(),
            List(),
            Rotate(),
            Revoke(),
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
        return new KeyCommand("add", "Makes the first key of whoever is so named, its holder, and prints it: it cannot be shown again.", (line, tool) =>
            tool.Add(new KeyTerms(
                line.GetRequiredValue(name), line.GetValue(plan), line.GetValue(scopes)?.Split(','), ExpiryOption.Read(line))))
        {
            name,
            plan,
            scopes,
            ExpiryOption.Create("never"),
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

    private static Argument<string> IdOfLiveKey() => new("id") { Description = "The part after dd_, as list shows it." };
}
