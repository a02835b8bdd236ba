namespace DroneDelivery.Gateway;

/// <summary>
/// Files and folders that only their owner may access. On Windows, which has no such modes, they have the rights of the folder
/// that contains them.
/// </summary>
internal static class OwnerOnly
{
    private const UnixFileMode ForFile = UnixFileMode.UserRead | UnixFileMode.UserWrite;
    private const UnixFileMode ForFolder = ForFile | UnixFileMode.UserExecute;

    public static FileStream Open(string path, FileMode mode, FileAccess access, FileShare share)
    {
        // Without a buffer, each write is one call of the operating system.
        var options = new FileStreamOptions { Mode = mode, Access = access, Share = share, BufferSize = 0 };
        if (!OperatingSystem.IsWindows() && access.HasFlag(FileAccess.Write))
        {
            options.UnixCreateMode = ForFile;
        }

        return new FileStream(path, options);
    }

    /// <summary>Creates the folder unless it exists.</summary>
    public static void CreateFolder(string path)
    {
        if (OperatingSystem.IsWindows())
        {
            Directory.CreateDirectory(path);
        }
        else
        {
            Directory.CreateDirectory(path, ForFolder);
        }
    }

    /// <summary>Whether other users may access an existing file or folder. Always false on Windows.</summary>
    public static bool IsOpenToOthers(string path) =>
        !OperatingSystem.IsWindows() && (File.GetUnixFileMode(path) & ~ForFolder) != 0;
}
