using System.CommandLine;

namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>The duration of each load of a study: <c>--full</c>, as published, <c>--seconds</c>, or the quick default.</summary>
internal sealed class StudyLength
{
    private const int LongestSeconds = 3_600;

    private readonly TimeSpan _quick;
    private readonly TimeSpan _full;

    /// <param name="what">The load, for example <c>each cell</c>.</param>
    public StudyLength(string what, TimeSpan quick, TimeSpan full)
    {
        (_quick, _full) = (quick, full);
        Full = new("--full") { Description = FormattableString.Invariant($"{full.TotalSeconds:0} s for {what}, as published.") };
        Seconds = new("--seconds")
        {
            Description = FormattableString.Invariant(
                $"Seconds for {what}, instead of {quick.TotalSeconds:0} (quick) or {full.TotalSeconds:0} (--full)."),
            Validators = { NumberOption.Range(1, LongestSeconds) },
        };
    }

    public Option<bool> Full { get; }

    public Option<int?> Seconds { get; }

    public TimeSpan Read(ParseResult arguments) => arguments.GetValue(Seconds) is { } seconds
        ? TimeSpan.FromSeconds(seconds)
        : arguments.GetValue(Full) ? _full : _quick;
}
