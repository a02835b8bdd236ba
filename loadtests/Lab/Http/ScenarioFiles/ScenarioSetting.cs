namespace DroneDelivery.LoadTests.Lab.Http.ScenarioFiles;

/// <summary>The JSON of a setting.</summary>
internal enum SettingKind
{
    Text,

    /// <summary>A path relative to the scenario file.</summary>
    File,

    /// <summary>A path, or the name of a recording.</summary>
    Recording,

    Whole,
    Number,
    Flag,
    Texts,

    /// <summary>An object of texts, by the names of headers.</summary>
    Headers,

    /// <summary>A text, which is sent unchanged, or any other JSON.</summary>
    Body,

    /// <summary>The path of a journey file, or its content.</summary>
    Journey,

    /// <summary>The version of HTTP: the end of the option's name.</summary>
    Version,
}

/// <summary>A property of a scenario file. Its value is that of an option of <c>http</c>, which defines what is valid.</summary>
/// <param name="Path">The place in the file, for example <c>load.users</c>.</param>
/// <param name="Option">The option; empty for a word of the request.</param>
/// <param name="OverriddenBy">Other options of the command line that override it; empty text for a request.</param>
internal sealed record ScenarioSetting(
    string Path, SettingKind Kind, string Option, params IReadOnlyList<string> OverriddenBy)
{
    /// <summary>The option that names a scenario file.</summary>
    public const string FileOption = "--scenario";

    private const string Request = "";
    private const string Journey = "--journey";

    private static readonly string[] Loops = ["--users", "--open", "--stages", "--replay"];
    private static readonly string[] Bodies = ["--body", "--body-file", "--body-size", Journey];
    private static readonly string[] Versions = ["--http1", "--http2", "--http3"];

    public static IReadOnlyList<ScenarioSetting> All { get; } =
    [
        new("method", SettingKind.Text, Request, Journey),
        new("target", SettingKind.Text, Request, Journey),
        new("journey", SettingKind.Journey, Journey, Request),
        new("base", SettingKind.Text, "--base", Request),
        new("feed", SettingKind.File, "--feed"),
        new("pick", SettingKind.Text, "--pick"),
        new("headers", SettingKind.Headers, "--header"),
        new("body", SettingKind.Body, "--body", Bodies),
        new("bodyFile", SettingKind.File, "--body-file", Bodies),
        new("bodySize", SettingKind.Text, "--body-size", Bodies),
        new("checks", SettingKind.Texts, "--check", Journey),
        new("load.users", SettingKind.Whole, "--users", Loops),
        new("load.open", SettingKind.Text, "--open", Loops),
        new("load.stages", SettingKind.Text, "--stages", Loops),
        new("load.replay", SettingKind.Recording, "--replay", Loops),
        new("load.speed", SettingKind.Number, "--speed", Loops),
        new("load.poisson", SettingKind.Flag, "--poisson", Loops),
        new("load.maxInFlight", SettingKind.Whole, "--max-in-flight", Loops),
        new("load.think", SettingKind.Text, "--think", Loops),
        new("load.pace", SettingKind.Text, "--pace", Loops),
        new("load.for", SettingKind.Text, "--for", "--stages", "--replay", "--requests"),
        new("load.requests", SettingKind.Whole, "--requests", "--stages", "--replay", "--for"),
        new("load.warmUp", SettingKind.Text, "--warm-up"),
        new("load.seed", SettingKind.Whole, "--seed"),
        new("load.maxRate", SettingKind.Text, "--max-rate"),
        new("thresholds", SettingKind.Texts, "--threshold"),
        new("abort", SettingKind.Flag, "--abort"),
        new("abortAfter", SettingKind.Text, "--abort-after"),
        new("client.http", SettingKind.Version, "--http", Versions),
        new("client.connections", SettingKind.Whole, "--connections"),
        new("client.streams", SettingKind.Whole, "--streams", Versions),
        new("client.newConnections", SettingKind.Flag, "--new-connections"),
        new("client.timeout", SettingKind.Text, "--timeout"),
        new("client.insecure", SettingKind.Flag, "--insecure"),
        new("client.idleConnections", SettingKind.Whole, "--idle-connections"),
        new("collect.otlp", SettingKind.Whole, "--otlp"),
        new("collect.processes", SettingKind.Texts, "--process"),
        new("collect.noTrace", SettingKind.Flag, "--no-trace"),
    ];

    /// <summary>The settings that a variant may override, by their names there.</summary>
    public static IReadOnlyList<ScenarioSetting> OfVariants { get; } =
        [.. All.Where(setting => setting.Name is "target" or "base" or "headers" or "processes")
            .Select(setting => setting with { Path = setting.Name })];

    /// <summary>The name of the property.</summary>
    public string Name => Path.Split('.')[^1];

    /// <summary>Whether an option of the command line replaces the value of the file.</summary>
    /// <param name="given">The options of the command line; empty text for a request.</param>
    public bool IsOverridden(IReadOnlySet<string> given) => given.Contains(Option) || OverriddenBy.Any(given.Contains);

    /// <summary>The words of a command line with the same meaning.</summary>
    public IEnumerable<string> ToWords(IReadOnlyList<string> values) => Kind switch
    {
        SettingKind.Flag => [Option],
        SettingKind.Version => values.Select(version => Option + version),
        _ => values.SelectMany(value => ToWords(Option, value)),
    };

    /// <param name="option">Empty text for an argument.</param>
    public static IEnumerable<string> ToWords(string option, string value) => option == Request ? [value]
        : value.Length == 0 ? [option, value]
        // In one word, since a value may look like an option.
        : [$"{option}={value}"];
}
