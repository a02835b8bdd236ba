using DroneDelivery.DroneScheduler;
using DroneDelivery.DroneScheduler.Drones;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.WarmUp;

return await ServiceProgram.RunAsync(args, DroneSchedulerService.Identity, Build);

static WebApplication Build(WebApplicationBuilder builder)
{
    builder.AddServiceDefaults(DroneSchedulerService.Identity);
    builder.AddDrones();
    builder.AddWarmUp(_ => ["/drones/summary?ownerId=owner-0001&year=2025&month=1"]);

    var app = builder.Build();
    app.UseServiceDefaults();
    app.MapDrones();
    return app;
}
