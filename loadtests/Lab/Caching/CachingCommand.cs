namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary><c>caching</c>: no cache, one in the service, one at the gateway (cold and warmed), and creates only.</summary>
internal sealed class CachingCommand(LoadEngine engine, string project, TimeProvider time)
{
    private static readonly string[] Names = [.. CachingLab.Variants.Select(variant => variant.Name)];

    private readonly StudyLength _length = new("each breakpoint", CachingLoad.Quick, CachingLoad.Full);
    private readonly ListOption _variants = new("--cache", "The variants to run", Names, Names);

    private readonly Option<string> _profile = SystemOptions.Profile();
    private readonly StudyRunner _runner = new(CachingLab.Name, time);

    /// <param name="project">The project for the command line, as in <c>dotnet run --project</c>.</param>
    public static Command Create(LoadEngine engine, string project, TimeProvider time)
    {
        var options = new CachingCommand(engine, project, time);
        var command = options._runner.CreateCommand(
            "Requests /api/deliveries/report at 0 to 1,000 req/s: without a cache, with one in the service, and with one at the "
            + "gateway, cold and warmed. Then creates only. Prints rate, errors, latency, drops and CPU. Quick: 40 s each.",
            options._length.Full, options._length.Seconds, options._variants, options._profile);
        command.SetAction((arguments, token) => options._runner.RunAsync(arguments, async session => await LabSession.StudyAsync(
            await new CachingSuite(options.Read(arguments, session.Folder), time).RunAsync(session.Say, token),
            CachingStudy.ReadAsync,
            token)));
        return command;
    }

    private CachingSettings Read(ParseResult arguments, string folder) => new(
        CachingLab.Choose(_variants.Read(arguments)), SimulationProfile.Load(arguments.GetRequiredValue(_profile)),
        _length.Read(arguments), folder, CommandLine.FromArguments(project, arguments), engine);
}
