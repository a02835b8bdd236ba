using DroneDelivery.LoadTests.Lab.Http.ScenarioFiles;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>All options of a run of <c>http</c>, and the scenario file that may have their values.</summary>
internal sealed class HttpOptions
{
    private readonly PlanOptions _load = new();
    private readonly CollectionOptions _collected = new(RunningProcesses.All);
    private readonly ResultOptions _results = new();
    private readonly Option<string?> _scenario = ScenarioOption("A file with the values of these options, which override it.");

    public static Option<string?> ScenarioOption(string description) =>
        TextOption.Create(ScenarioSetting.FileOption, "FILE.json", description);

    public void AddTo(Command command)
    {
        command.Options.Add(_scenario);
        _load.AddTo(command);
        _collected.AddTo(command);
        _results.AddTo(command);
    }

    /// <exception cref="FormatException">The options are no run; the message, one line, says what is allowed.</exception>
    public HttpPlan Read(CommandResult line) => line.GetValue(_scenario) is { } path
        ? ScenarioFile.Read(path).Apply(line, variant: null, ReadOptions)
        : ReadOptions(line);

    /// <summary>The plan of a file alone.</summary>
    /// <param name="variant">As in <see cref="ScenarioFile.Apply"/>.</param>
    /// <param name="words">Options that override the file.</param>
    /// <exception cref="FormatException">The file has no valid plan; the message is one line.</exception>
    public static HttpPlan ReadFile(ScenarioFile file, int? variant, params IReadOnlyList<string> words)
    {
        var (options, command) = (new HttpOptions(), new Command(HttpLoadRun.Name));
        options.AddTo(command);
        return file.Apply(command.Parse(words).CommandResult, variant, options.ReadOptions);
    }

    /// <summary>The JSON schema of scenario files.</summary>
    public static string WriteSchema()
    {
        var command = new Command(HttpLoadRun.Name);
        new HttpOptions().AddTo(command);
        return ScenarioSchema.Write(command);
    }

    private HttpPlan ReadOptions(CommandResult line) => _results.Apply(line, _collected.Apply(line, _load.Read(line)));
}
