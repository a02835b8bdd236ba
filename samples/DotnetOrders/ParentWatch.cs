namespace DotnetOrders;

internal static class ParentWatch
{
    /// <summary>Stops the host when standard input closes. Only a pipe or a socket counts: /dev/null is at its end at once.</summary>
    public static void Start(IHostApplicationLifetime lifetime)
    {
        var target = File.ResolveLinkTarget("/proc/self/fd/0", returnFinalTarget: false)?.Name ?? "";
        if (!target.StartsWith("pipe:") && !target.StartsWith("socket:"))
        {
            return;
        }

        new Thread(() =>
        {
            using var input = Console.OpenStandardInput();
            var buffer = new byte[256];
            while (input.Read(buffer) > 0)
            {
            }

            lifetime.StopApplication();
        })
        { IsBackground = true }.Start();
    }
}
