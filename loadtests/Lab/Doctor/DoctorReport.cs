namespace DroneDelivery.LoadTests.Lab.Doctor;

/// <summary>The results of the checks of this machine, and whether one of them would spoil a run.</summary>
internal sealed record DoctorReport(IReadOnlyList<DoctorFinding> Findings)
{
    private const int NameWidth = 14;

    public bool WouldSpoil => Spoilers.Any();

    /// <summary>The result in one line, for reports of runs.</summary>
    public string Line => WouldSpoil
        ? "The machine may have spoiled this run: "
            + $"{string.Join("; ", Spoilers.Select(finding => $"{finding.Name}: {finding.Text}"))}."
        : "No problem of the machine was found "
            + $"({Findings.Count(finding => finding.Level == FindingLevel.Fine)} checks passed, doctor lists them).";

    private IEnumerable<DoctorFinding> Spoilers => Findings.Where(finding => finding.Level == FindingLevel.Spoils);

    public string Plain() => string.Join('\n', Findings.SelectMany(Lines).Append("").Append(Verdict()));

    private static IEnumerable<string> Lines(DoctorFinding finding)
    {
        var mark = finding.Level switch
        {
            FindingLevel.Fine => "ok",
            FindingLevel.Unknown => "?",
            FindingLevel.Limits => "limits",
            _ => "SPOILS",
        };
        yield return $"{mark,-8}{finding.Name.PadRight(NameWidth)}{finding.Text}";
        if (finding.Fix is { } fix)
        {
            yield return $"{"",-8}{"",-NameWidth}fix: {fix}";
        }
    }

    private string Verdict() =>
        (WouldSpoil ? $"{Spoilers.Count()} of these would spoil a run." : "Nothing was found that would spoil a run.")
        + (Findings.Count(finding => finding.Level == FindingLevel.Limits) is > 0 and var limits
            ? $" Loads with many connections are limited by {limits}."
            : "");
}

internal enum FindingLevel
{
    Fine,

    /// <summary>The value could not be read.</summary>
    Unknown,

    /// <summary>Loads that open many connections are limited by it; others are not affected.</summary>
    Limits,

    /// <summary>Figures measured under this condition are not reliable.</summary>
    Spoils,
}

/// <summary>The result of one check of the machine.</summary>
/// <param name="Fix">The command or action that fixes it; null if no fix is needed.</param>
internal sealed record DoctorFinding(FindingLevel Level, string Text, string? Fix = null)
{
    /// <summary>The name of the check.</summary>
    public string Name { get; init; } = "";

    public static DoctorFinding Fine(string text) => new(FindingLevel.Fine, text);

    public static DoctorFinding Unknown(string what) => new(FindingLevel.Unknown, $"{what} could not be read here");

    public static DoctorFinding LinuxOnly() => new(FindingLevel.Unknown, "a setting of Linux; it does not apply to this system");

    public static DoctorFinding Limits(string text, string fix) => new(FindingLevel.Limits, text, fix);

    public static DoctorFinding Spoils(string text, string fix) => new(FindingLevel.Spoils, text, fix);
}
