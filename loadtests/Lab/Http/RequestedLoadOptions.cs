namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The options of every command that takes a request: the request, the load, and the thresholds.</summary>
/// <param name="sends">Whether the command sends the requests itself. If not, an address of any machine is allowed.</param>
internal sealed class RequestedLoadOptions(bool sends)
{
    private const string Allowed = "--for and --threshold are allowed.";

    private readonly ShapeOptions _shape = new(counts: sends);

    private readonly Option<string[]> _thresholds = TextOption.Repeated(
        "--threshold", "THRESHOLD",
        "What the run must meet: \"p99<250ms\", \"mean<20ms\", \"max<2s\", \"errors<0.1%\", \"dropped==0\", \"late<1%\", "
        + "\"cutoff==0\", \"rate>=500\".",
        "-t");

    public RequestOptions Request { get; } = new(sends);

    public void AddTo(Command command)
    {
        Request.AddTo(command);
        _shape.AddTo(command);
        command.Options.Add(_thresholds);
    }

    /// <summary>For an <paramref name="option"/> that defines the requests, such as <c>--journey</c>.</summary>
    /// <returns>Whether the requests may go to other machines than this one.</returns>
    /// <exception cref="FormatException">The command line has a request as well.</exception>
    public bool RefuseRequest(CommandResult result, string option) =>
        result.GetValue(Request.Words) is { Length: > 0 } ? throw Own(option, "URL")
        : Given(result, Request.Bodies) is { } asked ? throw Own(option, asked.Name)
        : Request.AllowsRemote(result);

    /// <exception cref="FormatException">The options are no load; the message, one line, says what is allowed.</exception>
    public (LoadShape Shape, IReadOnlyList<Threshold> Thresholds) Read(CommandResult result) =>
        (_shape.Read(result), Thresholds(result));

    /// <summary>Whether the words are the name of a predefined <paramref name="load"/> and not a request.</summary>
    /// <exception cref="FormatException">There is a method before the name.</exception>
    public bool Names(CommandResult result, string load) => result.GetValue(Request.Words) switch
    {
        [var name] => name == load,
        [_, var name] when name == load =>
            throw new FormatException($"{load} has requests of its own: it takes no method; {Allowed}"),
        _ => false,
    };

    /// <summary>Reads the options that a predefined load allows. The duration is null when it was not given.</summary>
    /// <exception cref="FormatException">Another option was given; the message, one line, says what is allowed.</exception>
    public (TimeSpan? Duration, IReadOnlyList<Threshold> Thresholds) ReadPredefined(CommandResult result, string load) =>
        Given(result, Request.Shaping) is { } asked ? throw Own(load, "requests", asked)
        : Given(result, _shape.AllButDuration) is { } shape ? throw Own(load, "a load", shape)
        : (_shape.ReadDuration(result), Thresholds(result));

    private static Option? Given(CommandResult result, IEnumerable<Option> options) => options.FirstOrDefault(result.Has);

    private static FormatException Own(string option, string refused) =>
        new($"{option} has requests of its own: it takes no {refused}.");

    private static FormatException Own(string load, string what, Option option) =>
        new($"{load} has {what} of its own: {option.Name} goes with an address; {Allowed}");

    private IReadOnlyList<Threshold> Thresholds(CommandResult result) =>
        [.. (result.GetValue(_thresholds) ?? []).Select(Threshold.Parse)];
}
