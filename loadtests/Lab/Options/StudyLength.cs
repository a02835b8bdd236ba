namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>The duration of each load of a study: <c>--full</c>, as published, <c>--seconds</c>, or the quick default.</summary>
/// <param name="what">The load, for example <c>each cell</c>.</param>
internal sealed class StudyLength(string what, TimeSpan quick, TimeSpan full, int longestSeconds = 3_600)
{
    public Option<bool> Full { get; } = FlagOption.Create("--full", $"{full.TotalSeconds:0} s for {what}, as published.");

    public Option<int?> Seconds => field ??= new("--seconds")
    {
        Description = $"Seconds for {what}, instead of {quick.TotalSeconds:0} (quick) or {full.TotalSeconds:0} (--full).",
        Validators =
        {
            NumberOption.Range(1, longestSeconds),
            OptionValidator.ForCommand(command => command.AllowOne(Full, Seconds)),
        },
    };

    public TimeSpan Read(ParseResult arguments) => arguments.GetValue(Seconds) is { } seconds
        ? TimeSpan.FromSeconds(seconds)
        : arguments.GetValue(Full) ? full : quick;
}
