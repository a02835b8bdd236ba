using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Folders;

namespace DroneDelivery.Lab.Tests.Http;

/// <summary>Tests with a real server to ask, and a folder for files.</summary>
public abstract class ServedTests : IAsyncLifetime
{
    private const string Runs = "runs";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone-http-");

    private protected StubServer Server { get; private set; } = null!;

    private protected string Folder => _folder.FullName;

    public async ValueTask InitializeAsync() => Server = await StubServer.StartAsync();

    public async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        await Server.DisposeAsync();
        _folder.Delete(recursive: true);
    }

    /// <summary>Without a warm-up where none is asked for.</summary>
    private protected Task<CommandRun> HttpAsync(params string[] arguments) =>
        HttpAsync(TestContext.Current.CancellationToken, arguments);

    /// <summary>Interrupts the command, as Ctrl+C does, when the server was asked so often.</summary>
    private protected async Task<CommandRun> HttpUntilAskedAsync(int requests, params string[] arguments)
    {
        using var interrupt = new CancellationTokenSource();
        var running = HttpAsync(interrupt.Token, arguments);
        await Task.WhenAny(Server.AskedAsync(requests, interrupt.Token), running);
        await interrupt.CancelAsync();
        return await running;
    }

    private protected string In(string name) => Path.Combine(Folder, name);

    /// <returns>The file's path.</returns>
    private protected string Write(string name, string text)
    {
        File.WriteAllText(In(name), text);
        return In(name);
    }

    /// <summary>The only run folder.</summary>
    private protected RunFolder WrittenRun() =>
        RunFolders.One(Assert.Single(Directory.GetDirectories(In(Runs))));

    private Task<CommandRun> HttpAsync(CancellationToken interrupt, string[] arguments) => CommandRun.RunAsync(
        HttpCommand.Create(TimeProvider.System),
        interrupt,
        [.. arguments, "--runs", In(Runs), .. arguments.Contains("--warm-up") ? Array.Empty<string>() : ["--warm-up", "0"]]);
}
