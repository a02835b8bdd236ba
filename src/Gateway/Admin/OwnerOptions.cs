using System.CommandLine;
using DroneDelivery.ServiceDefaults.Authorization;

namespace DroneDelivery.Gateway.Admin;

/// <summary><c>--owners</c> and <c>--all-owners</c>: the owners whose data a key may be used for.</summary>
internal static class OwnerOptions
{
    private const string Owners = "--owners";
    private const string AllOwners = "--all-owners";

    public static Option<string?> CreateOwners() =>
        new(Owners) { Description = "The owners whose data the key may be used for, separated by commas, or * for all." };

    public static Option<bool> CreateAllOwners() =>
        new(AllOwners) { Description = $"The same as {Owners} *, which shells expand." };

    public static string[] Read(ParseResult line) => (line.GetValue<string?>(Owners), line.GetValue<bool>(AllOwners)) switch
    {
        (not null, true) => throw new KeyCommandException($"{Owners} and {AllOwners} exclude each other."),
        (_, true) => [AllowedOwners.AllText],
        ({ } ids, _) => ids.Split(','),
        _ => [],
    };
}
