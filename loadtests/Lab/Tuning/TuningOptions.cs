namespace DroneDelivery.LoadTests.Lab.Tuning;

/// <summary>The options that tuning and run share.</summary>
/// <param name="comparedWith">An engine that can run each test too, for comparison; null for none.</param>
internal sealed class TuningOptions(LoadEngine? comparedWith)
{
    private readonly StudyLength _length = new("each test", TuningLoad.Quick, TuningLoad.Full, longestSeconds: 86_400);
    private readonly Option<string> _profile = SystemOptions.Profile();
    private readonly PortOption _live = SystemOptions.Live();
    private readonly Option<bool> _sideBySide = SideBySide.Option(comparedWith);

    public IReadOnlyList<Option> All =>
        [_length.Full, _length.Seconds, _profile, _live, .. comparedWith is null ? [] : new[] { _sideBySide }];

    public LabSettings Read(ParseResult arguments, IReadOnlyList<TuningScenario> scenarios, LoadEngine engine) => new(
        scenarios,
        SimulationProfile.Load(arguments.GetRequiredValue(_profile)),
        _length.Read(arguments),
        CommandLine.FromArguments(arguments, engine),
        engine)
    {
        LivePort = _live.Read(arguments.CommandResult),
        ComparedWith = arguments.GetValue(_sideBySide) ? comparedWith : null,
    };
}
