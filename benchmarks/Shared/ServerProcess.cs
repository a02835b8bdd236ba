using System.Diagnostics;
using System.Reflection;

namespace DroneDelivery.Shared.Benchmarks;

/// <summary>A server as a process of its own, which stops when its standard input ends.</summary>
public sealed class ServerProcess : IAsyncDisposable
{
    /// <summary>What ASP.NET Core's hosts print before their address.</summary>
    public const string AddressWords = "Now listening on: ";

    private readonly Process _process;
    private readonly Task _drained;

    private ServerProcess(Process process, Uri address)
    {
        _process = process;
        _drained = process.StandardOutput.BaseStream.CopyToAsync(Stream.Null);
        Address = address;
    }

    public Uri Address { get; }

    public int ProcessId => _process.Id;

    public TimeSpan ProcessorTime
    {
        get
        {
            _process.Refresh();
            return _process.TotalProcessorTime;
        }
    }

    /// <summary>The memory of the process that is in RAM, in bytes.</summary>
    public long ResidentBytes
    {
        get
        {
            _process.Refresh();
            return _process.WorkingSet64;
        }
    }

    /// <summary>The program that was built with this benchmark; see <c>ProgramUnderTest.targets</c>.</summary>
    public static string ProgramUnderTest => FindProgram("");

    /// <param name="project">The project of the program; empty if the benchmark has only one.</param>
    public static string FindProgram(string project)
    {
        var assembly = Assembly.GetEntryAssembly()!.GetCustomAttributes<AssemblyMetadataAttribute>()
            .Single(attribute => attribute.Key == nameof(ProgramUnderTest)
                && attribute.Value!.EndsWith($"{project}.dll", StringComparison.Ordinal)).Value!;
        return Path.ChangeExtension(assembly, OperatingSystem.IsWindows() ? ".exe" : null);
    }

    /// <param name="addressAfter">The words before the address, which ends with its line or with a semicolon.</param>
    public static async Task<ServerProcess> StartAsync(
        string program,
        IEnumerable<string> arguments,
        IReadOnlyDictionary<string, string> environment,
        string addressAfter = AddressWords)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        var process = Process.Start(start)!;
        try
        {
            return new ServerProcess(process, await ReadAddressAsync(process.StandardOutput, addressAfter, program));
        }
        catch
        {
            process.Kill();
            process.Dispose();
            throw;
        }
    }

    /// <summary>Ends it without a warning (SIGKILL).</summary>
    public async Task KillAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync();
    }

    public async ValueTask DisposeAsync()
    {
        _process.StandardInput.Close();
        await _process.WaitForExitAsync();
        await _drained;
        _process.Dispose();
    }

    private static async Task<Uri> ReadAddressAsync(StreamReader output, string addressAfter, string program)
    {
        while (await output.ReadLineAsync() is { } line)
        {
            if (line.IndexOf(addressAfter, StringComparison.Ordinal) is >= 0 and var at)
            {
                return new Uri(line[(at + addressAfter.Length)..].Split(';')[0].Trim());
            }
        }

        throw new InvalidOperationException($"{Path.GetFileName(program)} did not start.");
    }
}
