using System.CommandLine;
using System.CommandLine.Parsing;
using DroneDelivery.LoadTests.Engine.Thresholds;
using DroneDelivery.LoadTests.Lab.Options;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>A load as a reader asked for it.</summary>
internal sealed record AskedLoad(LoadShape Shape, IReadOnlyList<Threshold> Thresholds);

/// <summary>
/// The options of every command that takes a request: what is asked of whom, how often, and what that must reach.
/// </summary>
/// <param name="sends">False where nothing is sent from here: then any machine may be named.</param>
internal sealed class AskedLoadOptions(bool sends)
{
    private const string Allowed = "--for and --threshold are allowed.";

    private readonly RequestOptions _request = new(sends);
    private readonly ShapeOptions _shape = new();

    private readonly Option<string[]> _thresholds = TextOption.Repeated(
        "--threshold",
        "THRESHOLD",
        "What the run must reach: \"p99<250ms\", \"mean<20ms\", \"max<2s\", \"errors<0.1%\", \"dropped==0\", \"late<1%\", "
        + "\"cutoff==0\", \"rate>=500\".",
        "-t");

    /// <summary>The words that name the request, which have an argument of the command.</summary>
    public Argument<string[]> Words => _request.Words;

    public void AddTo(Command command)
    {
        _request.AddTo(command);
        _shape.AddTo(command);
        command.Options.Add(_thresholds);
    }

    /// <exception cref="FormatException">It is no request; one line says what is allowed.</exception>
    public RequestTemplate ReadRequest(CommandResult result) => _request.Read(result);

    /// <summary>Where an option names the requests: whether these may go to other machines.</summary>
    /// <exception cref="FormatException">There is a request in addition to it.</exception>
    public bool ReadNoRequest(CommandResult result, string option) =>
        result.GetValue(Words) is { Length: > 0 } ? throw Own(option, "URL")
        : Given(result, _request.Shaping) is { } asked ? throw Own(option, asked.Name)
        : _request.MayLeave(result);

    /// <exception cref="FormatException">It is no load; one line says what is allowed.</exception>
    public AskedLoad Read(CommandResult result) => new(_shape.Read(result), Thresholds(result));

    /// <summary>Whether it is not a request that the reader asks for, but a load known by its name.</summary>
    /// <exception cref="FormatException">It is, with a method, which has no meaning there.</exception>
    public bool Names(CommandResult result, string load) => result.GetValue(Words) switch
    {
        [var name] => name == load,
        [_, var name] when name == load =>
            throw new FormatException($"{load} has requests of its own: it takes no method; {Allowed}"),
        _ => false,
    };

    /// <summary>Of a load that is known but for its length, which is null where none was given.</summary>
    /// <exception cref="FormatException">An option was given that would change it; one line says what is allowed.</exception>
    public (TimeSpan? Duration, IReadOnlyList<Threshold> Thresholds) ReadKnown(CommandResult result, string load) =>
        Given(result, _request.Shaping) is { } asked ? throw Own(load, "requests", asked)
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
