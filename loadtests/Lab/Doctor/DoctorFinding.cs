namespace DroneDelivery.LoadTests.Lab.Doctor;

internal enum FindingLevel
{
    Fine,

    /// <summary>It could not be read here.</summary>
    Unknown,

    /// <summary>Figures measured so are not to be believed.</summary>
    Spoils,
}

/// <summary>One line on one thing of the machine.</summary>
/// <param name="Fix">The command that fixes it, or what else to do; null where nothing needs a fix.</param>
internal sealed record DoctorFinding(string Name, FindingLevel Level, string Text, string? Fix = null)
{
    public static DoctorFinding Fine(string name, FormattableString text) =>
        new(name, FindingLevel.Fine, FormattableString.Invariant(text));

    public static DoctorFinding Unknown(string name, string what) =>
        new(name, FindingLevel.Unknown, $"{what} could not be read here");

    public static DoctorFinding Spoils(string name, FormattableString text, string fix) =>
        new(name, FindingLevel.Spoils, FormattableString.Invariant(text), fix);
}
