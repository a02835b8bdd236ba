using DroneDelivery.SampleData;
using Microsoft.Extensions.Options;

namespace DroneDelivery.DroneScheduler.Drones;

internal static class DroneExtensions
{
    public static WebApplicationBuilder AddDrones(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<ScheduleOptions, ScheduleOptionsValidator>()
            .BindConfiguration(ScheduleOptions.Section);
        builder.Services.AddSingleton(NewWorld);
        builder.Services.AddSingleton<Schedule>();
        builder.Services.AddValidation();
        return builder;
    }

    private static World NewWorld(IServiceProvider services)
    {
        var options = services.GetRequiredService<IOptions<ScheduleOptions>>().Value;
        return new World(options.Seed, options.Owners, options.Months);
    }
}
