namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary><c>caching</c>: no cache, one in the service, one at the gateway (cold and warmed), and creates only.</summary>
internal static class CachingCommand
{
    private static readonly string[] Arrivals = [.. Enum.GetNames<CachingArrivals>().Select(name => name.ToLowerInvariant())];

    private static readonly string[] Names = [.. CachingLab.Variants.Select(variant => variant.Name)];

    public static Command Create(LoadEngine engine, TimeProvider time)
    {
        var length = new StudyLength("each breakpoint", CachingLoad.Quick, CachingLoad.Full);
        var variants = new ListOption("--cache", "The variants to run", Names, Names);
        var arrivals = Choice.CreateOption(
            "--arrivals",
            "One arrival of a breakpoint: an iteration of a list, each of its items and a create, as published, or a report "
            + "(950 KB).", Arrivals);
        var profile = SystemOptions.Profile();
        var runner = new StudyRunner(CachingLab.Name, time);
        var command = runner.CreateCommand(
            "Compares no cache, one in the service, and one at the gateway, cold and warmed, at 0 to 1,000 arrivals/s. Then "
            + "creates only. Prints rate, errors, latency, drops and CPU. Quick: 40 s each.",
            length.Full, length.Seconds, variants, arrivals, profile).NeedsClone();
        command.SetAction((arguments, token) => runner.RunAsync(arguments, async session =>
        {
            var settings = new CachingSettings(
                CachingLab.Choose(variants.Read(arguments)),
                Enum.Parse<CachingArrivals>(arguments.GetRequiredValue(arrivals), ignoreCase: true),
                SimulationProfile.Load(arguments.GetRequiredValue(profile)),
                length.Read(arguments), session.Folder, CommandLine.FromArguments(arguments), engine);
            return await LabSession.StudyAsync(
                await new CachingSuite(settings, time).RunAsync(session.Say, token), CachingStudy.ReadAsync, token);
        }));
        return command;
    }
}
