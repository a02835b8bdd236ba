namespace DroneDelivery.ServiceDefaults.CommandLine;

/// <summary>Tells known flags from mistakes before .NET configuration, which ignores unknown ones, sees them.</summary>
internal static class ServiceCommandLine
{
    private static readonly string[] HostFlags = ["--environment", "--contentRoot", "--applicationName"];

    public static bool AsksForHelp(string[] args) => args.Any(arg => arg is "--help" or "-h" or "-?");

    public static Dictionary<string, string> SwitchMappings(ServiceIdentity identity) =>
        CommonFlags.Of(identity).ToDictionary(flag => flag.Name, flag => flag.Key);

    /// <summary>The first mistake in the command line as a sentence, or null when there is none.</summary>
    public static string? FindMistake(string[] args, ServiceIdentity identity)
    {
        var known = CommonFlags.Of(identity).Select(flag => flag.Name).ToHashSet(StringComparer.OrdinalIgnoreCase);
        for (var i = 0; i < args.Length; i++)
        {
            var (flag, hasValue) = SplitOff(args[i]);
            if (!flag.StartsWith("--", StringComparison.Ordinal))
            {
                return $"\"{flag}\" is not a flag.";
            }

            if (!known.Contains(flag) && !IsConfigurationKey(flag) && !IsSection(flag, args))
            {
                return $"Unknown flag {flag}.";
            }

            if (!hasValue && ++i == args.Length)
            {
                return $"{flag} needs a value.";
            }
        }

        return null;
    }

    private static (string Flag, bool HasValue) SplitOff(string arg)
    {
        var equals = arg.IndexOf('=', StringComparison.Ordinal);
        return equals < 0 ? (arg, false) : (arg[..equals], true);
    }

    private static bool IsConfigurationKey(string flag) =>
        flag.Contains(':', StringComparison.Ordinal) || HostFlags.Contains(flag, StringComparer.OrdinalIgnoreCase);

    // Test hosts pass on a section ("--Backends=") besides each of its keys ("--Backends:Delivery=...").
    private static bool IsSection(string flag, string[] args) =>
        args.Any(arg => arg.StartsWith($"{flag}:", StringComparison.OrdinalIgnoreCase));
}
