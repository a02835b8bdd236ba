using DroneDelivery.Gateway.Caching;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.Gateway.Tests.Caching;

/// <summary>Files that are damaged, a folder that others use, and a disk that is full.</summary>
public sealed class CacheFolderSafetyTests
{
    private const string Full = "/dev/full";

    [Theory]
    [InlineData("empty")]
    [InlineData("cut")]
    [InlineData("longer")]
    [InlineData("altered head")]
    [InlineData("altered body")]
    [InlineData("of another key")]
    [InlineData("a folder")]
    public async Task File_Damaged_IsDiscardedAndTheListIsReadAgain(string damage)
    {
        await using var folder = await FolderGateway.StartAsync();
        await folder.GetWrittenAsync();
        var file = folder.Files.Single();
        await folder.GetWrittenAsync(FolderGateway.ListOf(1));
        await folder.Gateway.RestartAsync();
        Damage(file, damage, folder.Files.Single(other => other.Name != file.Name));

        var answer = await folder.Gateway.GetAsync();
        var next = await folder.GetWrittenAsync();
        await folder.Gateway.RestartAsync();
        var after = await folder.Gateway.GetAsync();

        Assert.Equal(("list 3", "MISS"), (answer.Body, answer.Cache));
        Assert.Equal(("list 3", "HIT"), (next.Body, next.Cache));
        // A folder cannot be replaced by a file.
        Assert.Equal(damage == "a folder" ? "MISS" : "HIT", after.Cache);
    }

    [Theory]
    [InlineData("lost")]
    [InlineData("damaged")]
    [InlineData("of another version")]
    public async Task Numbers_LostOrDamaged_NoAnswerFromBeforeIsUsed(string state)
    {
        await using var folder = await FolderGateway.StartAsync();
        await folder.GetWrittenAsync();
        await folder.Gateway.RestartAsync();
        var numbers = Path.Combine(folder.Path, "numbers");
        switch (state)
        {
            case "lost":
                File.Delete(numbers);
                break;
            case "damaged":
                Alter(numbers, fromEnd: 3);
                break;
            default:
                await File.WriteAllBytesAsync(
                    numbers, CheckedFile.Format("""{"version":2}"""u8.ToArray(), []), TestContext.Current.CancellationToken);
                break;
        }

        Assert.Equal("MISS", (await folder.Gateway.GetAsync()).Cache);
    }

    [Fact]
    public async Task Folder_WithOtherFiles_LeavesThemAndRemovesAnUnfinishedAnswer()
    {
        await using var folder = await FolderGateway.StartAsync();
        OwnerOnly.CreateFolder(folder.Path);
        await File.WriteAllTextAsync(Path.Combine(folder.Path, "notes.txt"), "mine", TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(Path.Combine(folder.Path, "unfinished"), "half", TestContext.Current.CancellationToken);

        await folder.Gateway.GetAsync("/health/live");

        Assert.Equal(["notes.txt", "numbers"], Directory.EnumerateFiles(folder.Path).Select(Path.GetFileName).Order());
    }

    [Fact]
    public async Task Folder_Created_IsReadableByItsOwnerOnly()
    {
        await using var folder = await FolderGateway.StartAsync();
        await folder.GetWrittenAsync();
        await folder.CreateAsync();
        if (OperatingSystem.IsWindows())
        {
            Assert.Skip("There are no file modes.");
            return;
        }

        const UnixFileMode ReadAndWrite = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        Assert.Equal(ReadAndWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(folder.Path));
        List<UnixFileMode> modes = [];
        foreach (var file in Directory.EnumerateFiles(folder.Path))
        {
            modes.Add(File.GetUnixFileMode(file));
        }

        Assert.Equal([ReadAndWrite, ReadAndWrite], modes);
    }

    [Fact]
    public async Task Disk_FullForAWhile_AnswersAreCachedInMemoryAndItIsLoggedOnce()
    {
        Assert.SkipUnless(File.Exists(Full), $"There is no {Full}.");
        await using var folder = await FolderGateway.StartAsync();
        var information = new RecordedWarnings(LogLevel.Information);
        folder.Gateway.Gateway.WithServices(services => services.AddSingleton<ILoggerProvider>(information));
        await folder.GetWrittenAsync();
        var unfinished = Path.Combine(folder.Path, "unfinished");

        for (var owner = 1; owner < 4; owner++)
        {
            File.CreateSymbolicLink(unfinished, Full);
            await folder.GetWrittenAsync(FolderGateway.ListOf(owner));
            Assert.Equal("HIT", (await folder.Gateway.GetAsync(FolderGateway.ListOf(owner))).Cache);
        }

        var whileFull = Lines(folder.Gateway.Gateway.Warnings);
        Assert.Single(folder.Files);
        await folder.GetWrittenAsync(FolderGateway.ListOf(4));
        await folder.GetWrittenAsync(FolderGateway.ListOf(5));

        Assert.StartsWith(
            $"Answers are not written to {folder.Path}, and are cached in memory only until they can be: No space left",
            Assert.Single(whileFull), StringComparison.Ordinal);
        Assert.Single(Lines(folder.Gateway.Gateway.Warnings));
        Assert.Equal([$"Answers are written to {folder.Path} again"], Lines(information));
        Assert.Equal(3, folder.Files.Length);

        IEnumerable<string> Lines(RecordedWarnings log) =>
            log.Lines.Where(line => line.Contains(folder.Path, StringComparison.Ordinal)).ToList();
    }

    // The number of changes cannot be saved, so that a restarted gateway would not know of the create.
    [Fact]
    public async Task Disk_FullAtACreate_NoAnswerFromBeforeIsLeft()
    {
        Assert.SkipUnless(File.Exists(Full), $"There is no {Full}.");
        await using var folder = await FolderGateway.StartAsync();
        await folder.GetWrittenAsync();
        await folder.Gateway.RestartAsync();
        var numbers = Path.Combine(folder.Path, "numbers");
        File.Move(numbers, $"{numbers}.saved");
        File.CreateSymbolicLink(numbers, Full);
        await folder.Gateway.GetAsync("/health/live");

        var created = await folder.CreateAsync();
        var left = folder.Files;
        File.Move($"{numbers}.saved", numbers, overwrite: true);
        await folder.Gateway.RestartAsync();

        Assert.Equal((200, 0), (created.Status, left.Length));
        Assert.Equal("MISS", (await folder.Gateway.GetAsync()).Cache);
    }

    // The disk is slow: while it works, the responses that wait for it have the largest size, and a newer list is not written.
    [Fact(Timeout = 300_000)]
    public async Task Disk_TooSlowForANewerList_OlderOneIsNotServedAfterARestart()
    {
        using var slowDisk = new SlowDisk();
        await using var folder = await FolderGateway.StartAsync();
        folder.Gateway.Gateway.WithServices(services => services.AddSingleton<ILoggerProvider>(slowDisk));
        folder.Gateway.With("Cache:Megabytes", "1");
        folder.AnswerLargeLists();
        await folder.GetWrittenAsync();
        folder.Gateway.Advance(61);
        // A write that fails is logged, and the log holds the thread that writes.
        var unfinished = Directory.CreateDirectory(Path.Combine(folder.Path, "unfinished"));
        await folder.Gateway.GetAsync(FolderGateway.ListOf(1));
        await slowDisk.IsBusy;
        await folder.Gateway.GetAsync(FolderGateway.ListOf(2));
        await folder.Gateway.UntilFreshAsync();
        unfinished.Delete();
        slowDisk.Continue();
        await folder.Gateway.RestartAsync();

        Assert.Equal("MISS", (await folder.Gateway.GetAsync()).Cache);
        Assert.Equal("HIT", (await folder.Gateway.GetAsync(FolderGateway.ListOf(2))).Cache);
    }

    private static void Damage(FileInfo file, string damage, FileInfo other)
    {
        switch (damage)
        {
            case "empty":
                file.Create().Dispose();
                break;
            case "cut":
                using (var stream = file.OpenWrite())
                {
                    stream.SetLength(file.Length - 1);
                }

                break;
            case "longer":
                File.AppendAllText(file.FullName, "x");
                break;
            case "altered head":
                Alter(file.FullName, fromEnd: (int)file.Length - 60);
                break;
            case "altered body":
                Alter(file.FullName, fromEnd: 1);
                break;
            case "of another key":
                other.CopyTo(file.FullName, overwrite: true);
                break;
            default:
                file.Delete();
                Directory.CreateDirectory(file.FullName);
                break;
        }
    }

    private static void Alter(string path, int fromEnd)
    {
        var bytes = File.ReadAllBytes(path);
        bytes[^fromEnd] ^= 1;
        File.WriteAllBytes(path, bytes);
    }

    /// <summary>Holds the thread that logs the loss of the disk.</summary>
    private sealed class SlowDisk : ILoggerProvider, ILogger
    {
        private readonly TaskCompletionSource _isBusy = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly ManualResetEventSlim _continue = new();

        public Task IsBusy => _isBusy.Task;

        public void Continue() => _continue.Set();

        public ILogger CreateLogger(string categoryName) => this;

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => logLevel == LogLevel.Warning;

        public void Log<TState>(
            LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
        {
            if (formatter(state, exception).StartsWith("Answers are not written", StringComparison.Ordinal))
            {
                _isBusy.TrySetResult();
                _continue.Wait(TestContext.Current.CancellationToken);
            }
        }

        public void Dispose() => _continue.Set();
    }
}
