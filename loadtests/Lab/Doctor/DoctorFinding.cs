namespace DroneDelivery.LoadTests.Lab.Doctor;

internal enum FindingLevel
{
    Fine,

    /// <summary>The value could not be read.</summary>
    Unknown,

    /// <summary>Figures measured under this condition are not reliable.</summary>
    Spoils,
}

/// <summary>The result of one check of the machine.</summary>
/// <param name="Fix">The command or action that fixes it; null if no fix is needed.</param>
internal sealed record DoctorFinding(string Name, FindingLevel Level, string Text, string? Fix = null)
{
    public static DoctorFinding Fine(string name, FormattableString text) =>
        new(name, FindingLevel.Fine, FormattableString.Invariant(text));

    public static DoctorFinding Unknown(string name, string what) =>
        new(name, FindingLevel.Unknown, $"{what} could not be read here");

    public static DoctorFinding Spoils(string name, FormattableString text, string fix) =>
        new(name, FindingLevel.Spoils, FormattableString.Invariant(text), fix);
}
