namespace DroneDelivery.ServiceDefaults.CommandLine;

/// <summary>Finds mistakes in the command line before the .NET configuration, which ignores unknown flags, reads it.</summary>
public sealed class ServiceCommandLine(IReadOnlyList<ServiceFlag> flags)
{
    private static readonly string[] HostFlags = ["--environment", "--contentRoot", "--applicationName"];

    private readonly HashSet<string> _names = flags.Select(flag => flag.Name).ToHashSet(StringComparer.OrdinalIgnoreCase);

    /// <summary>The configuration key of each flag.</summary>
    public Dictionary<string, string> SwitchMappings { get; } = flags.ToDictionary(flag => flag.Name, flag => flag.Key);

    public static bool AsksForHelp(string[] args) => args.Any(arg => arg is "--help" or "-h" or "-?");

    /// <summary>
    /// Splits the command line of a command into what the .NET configuration reads, such as <c>--Section:Key=value</c>, and the
    /// rest.
    /// </summary>
    public static (string[] Settings, string[] Others) SplitSettings(string[] args)
    {
        List<string> settings = [], others = [];
        for (var i = 0; i < args.Length; i++)
        {
            var (flag, hasValue) = SplitOff(args[i]);
            var isSetting = flag.StartsWith("--", StringComparison.Ordinal) && IsConfigurationKey(flag);
            (isSetting ? settings : others).Add(args[i]);
            if (isSetting && !hasValue && i + 1 < args.Length)
            {
                settings.Add(args[++i]);
            }
        }

        return ([.. settings], [.. others]);
    }

    /// <summary>The first mistake in the command line as a sentence, or null when there is none.</summary>
    public string? FindMistake(string[] args)
    {
        for (var i = 0; i < args.Length; i++)
        {
            var (flag, hasValue) = SplitOff(args[i]);
            if (!flag.StartsWith("--", StringComparison.Ordinal))
            {
                return $"\"{flag}\" is not a flag.";
            }

            if (!_names.Contains(flag) && !IsConfigurationKey(flag) && !IsSection(flag, args))
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

    // Test hosts pass a section ("--Backends=") in addition to each of its keys ("--Backends:Delivery=...").
    private static bool IsSection(string flag, string[] args) =>
        args.Any(arg => arg.StartsWith($"{flag}:", StringComparison.OrdinalIgnoreCase));
}
